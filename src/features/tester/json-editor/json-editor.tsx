import { Undo2 } from 'lucide-react'
import { type CSSProperties, useMemo } from 'react'
import { Button } from '../../../ui/button.tsx'
import { EditorDialog } from './dialogs.tsx'
import { canUndo } from './editor-state.ts'
import styles from './json-editor.module.css'
import { TreeView } from './tree-view.tsx'
import { DraftContext, EditorContext, useEditor, useMediaQuery } from './use-editor.ts'
import { useFocus } from './use-focus.ts'
import { useTreeEvents } from './use-tree-events.ts'
import { INDENT } from './value-text.ts'

type Props = {
  /** JSON, plus undefined, NaN and Date, which edits can produce. It is never mutated. */
  value: unknown
  onChange: (next: unknown) => void
  /** Names the tree and its root row. */
  label: string
}

/** One unit of {@link INDENT} on screen. */
const INDENT_UNIT_PX = 4
const INDENT_STYLE: CSSProperties & Record<`--${string}`, string> = {
  '--indent': `${INDENT * INDENT_UNIT_PX}px`,
}

/** A JSON value as a tree that mouse, keyboard, touch and screen readers can read and edit. */
export function JsonEditor({ value, onChange, label }: Props) {
  const { state, run } = useEditor({ label, value, onChange })
  const { rows } = state.tree
  const { tree, pointed, props } = useFocus(state.focus, rows)
  const events = useTreeEvents({ rows, pointed, run })
  const touch = useMediaQuery('(hover: none)')
  const editing = state.edit?.id
  const copied = state.copied?.id
  const view = useMemo(
    () => ({ label, touch, pointed, editing, copied, run }),
    [label, touch, pointed, editing, copied, run],
  )

  return (
    <div className={styles.editor} style={INDENT_STYLE}>
      <div ref={tree} role="tree" aria-label={label} {...events} {...props}>
        <EditorContext value={view}>
          <DraftContext value={state.edit?.draft}>
            <TreeView tree={state.tree} label={label} />
          </DraftContext>
        </EditorContext>
      </div>
      <div className={styles.statusLine}>
        {/* The key makes screen readers announce the same text again. */}
        <p role="status">
          <span key={state.message.count}>{state.message.text}</span>
        </p>
        {canUndo(state) && (
          <Button onClick={() => run({ type: 'undo' })}>
            <Undo2 size={18} /> Undo
          </Button>
        )}
      </div>
      <EditorDialog state={state} run={run} />
    </div>
  )
}
