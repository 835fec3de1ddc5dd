import { type FocusEvent, useEffect, useLayoutEffect, useRef } from 'react'
import { type PointedRows, usePointedRows } from './pointed-rows.ts'
import { ROOT_ID } from './row-id.ts'

type Wanted = { ids: string[]; part: 'row' | 'text' }

/**
 * One tab stop for the whole tree: the row that had the focus last. It is set on the elements, not
 * rendered: an arrow key costs the same with ten rows and with ten thousand.
 */
export function useRovingFocus() {
  const tree = useRef<HTMLDivElement>(null)
  const active = useRef(ROOT_ID)
  const wanted = useRef<Wanted>(undefined)
  const pointed = usePointedRows()

  useLayoutEffect(() => {
    const items = rowElements(tree.current)
    const stop = items.find((item) => item.dataset.row === active.current) ?? items[0]
    for (const item of items) item.tabIndex = item === stop ? 0 : -1
  })

  // After the clean-up of a closing dialog, which gives the focus back to where it was opened.
  useEffect(() => {
    const items = rowElements(tree.current)
    const found = wanted.current && findFirst(items, wanted.current)
    const stop = isLost(pointed) ? items.find((item) => item.tabIndex === 0) : undefined
    if (found instanceof HTMLTextAreaElement) found.select()
    focusOn(found ?? stop)
    if (found && found === document.activeElement) wanted.current = undefined
  })

  function onFocus({ target }: FocusEvent) {
    const item = target.closest<HTMLElement>('[role=treeitem]')
    if (!item) return
    for (const other of tree.current?.querySelectorAll<HTMLElement>(
      '[role=treeitem][tabindex="0"]',
    ) ?? [])
      other.tabIndex = -1
    item.tabIndex = 0
    active.current = item.dataset.row ?? ROOT_ID
    pointed.set({ focused: active.current })
  }

  function onBlur({ relatedTarget }: FocusEvent) {
    if (!tree.current?.contains(relatedTarget)) pointed.set({ focused: undefined })
  }

  /** Focus a row that there is. */
  function move(id: string, part: Wanted['part'] = 'row') {
    focusOn(findFirst(rowElements(tree.current), { ids: [id], part }))
  }

  /** Focus the first of these rows that there is when what just changed is rendered. */
  function request(ids: string[], part: Wanted['part'] = 'row') {
    wanted.current = { ids, part }
  }

  /** Somebody points elsewhere: what was asked for before and never came must not take the focus later. */
  function onPointerDownCapture() {
    wanted.current = undefined
  }

  return { tree, pointed, move, request, props: { onFocus, onBlur, onPointerDownCapture } }
}

function rowElements(tree: HTMLElement | null): HTMLElement[] {
  return [...(tree?.querySelectorAll<HTMLElement>('[role=treeitem]') ?? [])]
}

function findFirst(items: HTMLElement[], { ids, part }: Wanted): HTMLElement | undefined {
  for (const id of ids) {
    const item = items.find(({ dataset }) => dataset.row === id)
    const found = part === 'row' ? item : item?.querySelector('textarea')
    if (found) return found
  }
}

/** A row is as tall as all that is open in it: what has to be in sight is its first line. */
function focusOn(element: HTMLElement | undefined) {
  element?.focus({ preventScroll: true })
  const line = element?.querySelector('label') ?? element
  line?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
}

/** The row that had the focus is gone, and nothing else has it. */
function isLost(pointed: PointedRows): boolean {
  return pointed.read().focused !== undefined && document.activeElement === document.body
}
