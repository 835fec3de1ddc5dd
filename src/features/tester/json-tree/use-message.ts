import { useState } from 'react'

/** What happened last, for people who see it and people who hear it. The same text twice is said twice. */
export function useMessage() {
  const [message, setMessage] = useState({ text: '', count: 0 })
  const say = (text: string) => setMessage(({ count }) => ({ text, count: count + 1 }))
  return [message, say] as const
}
