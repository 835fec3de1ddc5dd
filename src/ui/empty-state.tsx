import type { ReactNode } from 'react'
import styles from './empty-state.module.css'

/** Line drawings, 120 by 72: the second line of each has the accent color. */
const DRAWINGS = {
  /** An open road up to the hills. */
  road: ['M46 68 58 30h4l12 38M60 36v5m0 8v7m0 7v5', 'M4 30h112M12 30l20-18 14 12 18-16 26 22'],
  /** A garage with an open door. */
  garage: ['M18 66V30l42-22 42 22v36M6 66h108M34 66V38h52v28', 'M34 45h52M34 52h52'],
  /** A car. */
  car: [
    'M10 50h6m20 0h44m20 0h8c4 0 4-14-4-16l-22-4-16-14c-2-2-4-2-6-2H42c-4 0-6 1-8 4l-8 12-14 4c-4 1-4 16-2 16',
    'M26 40a10 10 0 1 1 0 20 10 10 0 0 1 0-20Zm64 0a10 10 0 1 1 0 20 10 10 0 0 1 0-20ZM2 66h116',
  ],
} as const

type Props = {
  drawing: keyof typeof DRAWINGS
  /** What is missing. */
  text: string
  /** What to do next. */
  children?: ReactNode
}

export function Drawing({ name }: { name: keyof typeof DRAWINGS }) {
  const [lines, accent] = DRAWINGS[name]
  return (
    <svg viewBox="0 0 120 72" className={styles.drawing} aria-hidden="true">
      <path d={lines} />
      <path className={styles.accent} d={accent} />
    </svg>
  )
}

/** Takes the place of an empty list. */
export function EmptyState({ drawing, text, children }: Props) {
  return (
    <div className={styles.empty}>
      <Drawing name={drawing} />
      <p className={styles.text}>{text}</p>
      {children}
    </div>
  )
}
