import type { NewFailure } from '../../../contract/failures.ts'

const every = { method: '*', path: '*' }

/** Networks and servers to practise with, each a list of failures. */
export const presets = {
  '3G': [{ ...every, kind: 'slow', p50: 560, p95: 1500 }],
  'Slow 3G': [{ ...every, kind: 'slow', p50: 2000, p95: 6000 }],
  Lossy: [
    { ...every, kind: 'slow', p50: 300, p95: 3000 },
    { ...every, status: 0, rate: 0.05 },
    { ...every, status: 0, rate: 0.05, after: true },
    { ...every, kind: 'cut', rate: 0.05 },
  ],
  'Failing deploy': [
    { ...every, kind: 'html', status: 502, rate: 0.3 },
    { ...every, status: 503, rate: 0.2, retryAfter: 5 },
  ],
  Overloaded: [
    { ...every, kind: 'slow', p50: 3000, p95: 15_000 },
    { ...every, status: 429, rate: 0.2, retryAfter: 10 },
    { ...every, kind: 'hang', rate: 0.05 },
  ],
  'Captive portal': [{ ...every, kind: 'html' }],
} satisfies Record<string, NewFailure[]>
