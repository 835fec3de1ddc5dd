import {
  type FocusEvent,
  useEffect,
  useLayoutEffect,
  useRef,
  useState,
  useSyncExternalStore,
} from 'react'
import { type Observable, observable } from '../../../pwa/observable.ts'
import type { EditorState } from './editor-state.ts'
import { ROOT_ID } from './json-path.ts'
import type { Rows } from './rows.ts'

/**
 * A roving tab stop: the whole tree is one stop, on the row that was focused last. It is set on the
 * elements, not rendered, so that an arrow key costs the same with ten rows and with ten thousand.
 */
export function useFocus(request: EditorState['focus'], rows: Rows) {
  const tree = useRef<HTMLDivElement>(null)
  const tabStop = useRef(ROOT_ID)
  const handled = useRef<EditorState['focus']>(undefined)
  const [pointed] = useState<PointedRows>(() => observable({}))

  useLayoutEffect(() => {
    const id = rows.has(tabStop.current) ? tabStop.current : ROOT_ID
    for (const item of tree.current?.querySelectorAll<HTMLElement>('[data-row]') ?? [])
      item.tabIndex = item.dataset.row === id ? 0 : -1
  }, [rows])

  // A passive effect: a closing dialog first returns the focus to where it was opened.
  useEffect(() => {
    if (request && request !== handled.current) {
      const target = findRequested(tree.current, request)
      focusInView(target)
      if (target instanceof HTMLTextAreaElement) target.select()
      if (target && target === document.activeElement) handled.current = request
    }
    // The focused row was removed, and the browser has moved the focus to the body.
    if (pointed.get().focused !== undefined && document.activeElement === document.body)
      focusInView(tree.current?.querySelector<HTMLElement>('[tabindex="0"]'))
  })

  return {
    tree,
    pointed,
    props: {
      onFocus({ target }: FocusEvent) {
        const item = target.closest<HTMLElement>('[data-row]')
        if (!item) return
        const stops = tree.current?.querySelectorAll<HTMLElement>('[data-row][tabindex="0"]') ?? []
        for (const stop of stops) stop.tabIndex = -1
        item.tabIndex = 0
        tabStop.current = item.dataset.row ?? ROOT_ID
        pointed.set({ ...pointed.get(), focused: tabStop.current })
      },
      onBlur({ relatedTarget }: FocusEvent) {
        if (!tree.current?.contains(relatedTarget))
          pointed.set({ ...pointed.get(), focused: undefined })
      },
      /** A request that is still open must not take the focus from where the user points now. */
      onPointerDownCapture() {
        handled.current = request
      },
    },
  }
}

function findRequested(
  tree: HTMLElement | null,
  { id, part }: NonNullable<EditorState['focus']>,
): HTMLElement | null | undefined {
  const item = tree?.querySelector<HTMLElement>(`[data-row="${CSS.escape(id)}"]`)
  return part === 'row' ? item : item?.querySelector('textarea')
}

/** Scrolls to the whole form of an edit, but only to the first line of a row, which can be taller than the screen. */
function focusInView(element: HTMLElement | null | undefined) {
  element?.focus({ preventScroll: true })
  const form = element instanceof HTMLTextAreaElement ? element.form : undefined
  const part = form ?? element?.querySelector('label') ?? element
  part?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The hovered and the focused row, outside of React state: a pointer that crosses a thousand rows renders two at a time. */
export type PointedRows = Observable<{ hovered?: string; focused?: string }>

export function useIsPointed({ subscribe, get }: PointedRows, id: string): boolean {
  return useSyncExternalStore(subscribe, () => Object.values(get()).includes(id))
}
