import { Component, type ReactNode } from 'react'
import { Button } from './button.tsx'
import styles from './error-boundary.module.css'

type Props = {
  /** Shown in place of the children after an error. A function gets a callback that renders them again. */
  fallback?: ReactNode | ((retry: () => void) => ReactNode)
  onError?: () => void
  children: ReactNode
}

/** Limits an error in the children to this part of the screen. React logs the error. */
export class ErrorBoundary extends Component<Props, { hasError: boolean }> {
  override state = { hasError: false }

  static getDerivedStateFromError() {
    return { hasError: true }
  }

  override componentDidCatch() {
    this.props.onError?.()
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (!this.state.hasError) return children
    return typeof fallback === 'function'
      ? fallback(() => this.setState({ hasError: false }))
      : fallback
  }
}

type RetryTextProps = { text: string; onRetry?: () => void }

/** A text about a failure or a delay, with a button to try again if that is possible. */
export function RetryText({ text, onRetry }: RetryTextProps) {
  return (
    <>
      <span className={styles.text}>{text}</span>
      {onRetry && <Button onClick={onRetry}>Try again</Button>}
    </>
  )
}
