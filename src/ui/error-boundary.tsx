import { Component, type ReactNode } from 'react'

type Props = {
  /** Stands in the place of what broke. */
  fallback?: ReactNode | ((retry: () => void) => ReactNode)
  onBreak?: () => void
  children: ReactNode
}

/** Keeps what breaks inside from taking the rest of the screen along. React logs what it was. */
export class ErrorBoundary extends Component<Props, { broken: boolean }> {
  override state = { broken: false }

  static getDerivedStateFromError() {
    return { broken: true }
  }

  override componentDidCatch() {
    this.props.onBreak?.()
  }

  override render(): ReactNode {
    const { fallback, children } = this.props
    if (!this.state.broken) return children
    return typeof fallback === 'function'
      ? fallback(() => this.setState({ broken: false }))
      : fallback
  }
}
