import { useEffect, useRef, useState } from 'react'
import type { LabOrder, LabReply, LabState, LabStep } from '../../../sync/lab/messages.ts'

const FAILED = 'The Lab could not start. Reload the page to try again.'

/**
 * The club and the phones of the Lab, in a worker that ends with the screen. The fragment of the address is the run: it follows
 * each step, and another one replaces the run.
 */
export function useLab() {
  const worker = useRef<Worker>(undefined)
  const [state, setState] = useState<LabState>()
  const [problem, setProblem] = useState<string>()
  /** The orders without a reply. */
  const [waiting, setWaiting] = useState(0)

  function send(order: LabOrder): void {
    setWaiting((count) => count + 1)
    worker.current?.postMessage(order)
  }

  useEffect(() => {
    const current = new Worker(new URL('../../lab-worker.ts', import.meta.url), { type: 'module' })
    worker.current = current
    /** The run that is shown, or was ordered. */
    let shown = ''
    function open() {
      if (location.hash === shown) return
      shown = location.hash
      setWaiting((count) => count + 1)
      current.postMessage({ open: shown.slice(1) } satisfies LabOrder)
    }
    current.onmessage = ({ data }: MessageEvent<LabReply>) => {
      setWaiting((count) => count - 1)
      setProblem(data.problem)
      if (!data.state) return
      setState(data.state)
      shown = `#${data.state.fragment}`
      history.replaceState(history.state, '', shown)
    }
    current.onerror = () => {
      setWaiting(0)
      setProblem(FAILED)
    }
    open()
    if (location.hash === '') {
      setWaiting(1)
      current.postMessage({ open: '' } satisfies LabOrder)
    }
    window.addEventListener('hashchange', open)
    return () => {
      window.removeEventListener('hashchange', open)
      current.terminate()
    }
  }, [])

  return { state, problem, isBusy: waiting > 0, send }
}

export type SendOrder = ReturnType<typeof useLab>['send']

/** A step without the number of its phone. */
type WithoutPhone<Step> = Step extends { on: number } ? Omit<Step, 'on'> : never
export type OnPhoneStep = (step: WithoutPhone<LabStep>) => void
