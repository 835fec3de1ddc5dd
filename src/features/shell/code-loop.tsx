import { useEffect, useRef, useState } from 'react'
import { encode } from 'uqr'
import { FRAME_MS, toFrames } from '../../data/sync/code-frames.ts'
import styles from './hand-over.module.css'

/** For those who want little motion. */
const CALM_MS = 600
/** Light modules around a code, which scanners need. */
const BORDER = 4

/** Shows bytes as a loop of QR codes, until it is closed. Keeps the screen on. */
export function CodeLoop({ bytes }: { bytes: Uint8Array }) {
  const canvas = useRef<HTMLCanvasElement>(null)
  const [count, setCount] = useState(1)
  useEffect(() => {
    const frames = toFrames(bytes)
    setCount(frames.length)
    const codes = frames.map((frame) =>
      encode(frame, { ecc: 'L', boostEcc: false, border: BORDER }),
    )
    let index = 0
    const show = () => {
      draw(canvas.current, codes[index % codes.length]?.data ?? [])
      index += 1
    }
    show()
    const isCalm = matchMedia('(prefers-reduced-motion: reduce)').matches
    const timer = codes.length > 1 ? setInterval(show, isCalm ? CALM_MS : FRAME_MS) : undefined
    return () => clearInterval(timer)
  }, [bytes])
  useWakeLock()
  return (
    <>
      <canvas
        ref={canvas}
        className={styles.code}
        role="img"
        aria-label="Code for the camera of the other phone"
      />
      <p className={styles.note}>
        {count > 1 ? `${count} codes, one after the other. ` : ''}
        In sunlight, turn the brightness up.
      </p>
    </>
  )
}

/** Draws each module as a pixel: the browser enlarges it without blur. Dark on light in both themes, as scanners expect. */
function draw(canvas: HTMLCanvasElement | null, rows: readonly boolean[][]): void {
  const context = canvas?.getContext('2d')
  if (!canvas || !context) return
  canvas.width = rows.length
  canvas.height = rows.length
  context.fillStyle = '#fff'
  context.fillRect(0, 0, rows.length, rows.length)
  context.fillStyle = '#000'
  for (const [y, row] of rows.entries()) {
    for (const [x, isDark] of row.entries()) if (isDark) context.fillRect(x, y, 1, 1)
  }
}

/** Keeps the screen on while the component is shown. Browsers without it dim the screen. */
export function useWakeLock(): void {
  useEffect(() => {
    const stop = new AbortController()
    let lock: WakeLockSentinel | undefined
    const request = async () => {
      if (document.visibilityState !== 'visible') return
      lock = await navigator.wakeLock?.request('screen').catch(() => undefined)
      if (stop.signal.aborted) await lock?.release()
    }
    request()
    // The browser ends it when the page is hidden.
    document.addEventListener('visibilitychange', request, { signal: stop.signal })
    return () => {
      stop.abort()
      lock?.release().catch(() => undefined)
    }
  }, [])
}
