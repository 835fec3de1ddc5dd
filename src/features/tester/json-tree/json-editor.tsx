import { type CSSProperties, useState } from 'react'
import { AddKeyDialog } from './add-key-dialog.tsx'
import { CopyDialog } from './copy-dialog.tsx'
import { EditorContext } from './editor-context.ts'
import { JsonRows } from './json-rows.tsx'
import { INDENT } from './json-text.ts'
import styles from './json-tree.module.css'
import { valueAt } from './json-value.ts'
import { RowDialog } from './row-dialog.tsx'
import { rowName } from './row-text.ts'
import type { Row } from './rows.ts'
import { StatusLine } from './status-line.tsx'
import { useChanges } from './use-changes.ts'
import { useMediaQuery } from './use-media-query.ts'
import { useMessage } from './use-message.ts'
import { useRovingFocus } from './use-roving-focus.ts'
import { useRowCommands } from './use-row-commands.ts'
import { useTreeEvents } from './use-tree-events.ts'

type Props = {
  /** JSON, and what edits make beyond it: undefined, NaN and Date. Never changed in place. */
  value: unknown
  onChange: (next: unknown) => void
  /** Names the tree and its first row. */
  label: string
  /** Look and copy only. */
  readOnly?: boolean
  /** How many levels are open to begin with. */
  expandLevels?: number
}

/** One unit of {@link INDENT} on screen. */
const INDENT_UNIT_PX = 4
const INDENTED: CSSProperties & Record<`--${string}`, string> = {
  '--indent': `${INDENT * INDENT_UNIT_PX}px`,
}

/** A JSON value as a tree that can be read and changed with mouse, keyboard, finger and screen reader. */
export function JsonEditor({ value, onChange, label, readOnly = false, expandLevels = 2 }: Props) {
  const changes = useChanges({ value, onChange, expandLevels })
  const focus = useRovingFocus()
  const [message, say] = useMessage()
  const commands = useRowCommands({ label, readOnly, changes, focus, say })
  const [choosing, setChoosing] = useState<Row>()
  const touch = useMediaQuery('(hover: none)')
  const { editing, adding, copying, draft, act, save, cancel, undo } = commands
  const { tree, pointed, request } = focus
  const { rows } = changes.tree
  const events = useTreeEvents({
    rows,
    pointed,
    act,
    undo,
    toggle: changes.toggle,
    openBelow: changes.openBelow,
    move: focus.move,
  })

  return (
    <div className={styles.editor} style={INDENTED}>
      <div ref={tree} role="tree" aria-label={label} {...events} {...focus.props}>
        <EditorContext
          value={{
            ...{ label, readOnly, touch, pointed, editing, draft, act, save, cancel },
            copied: copying.copiedId,
            showActions: setChoosing,
          }}
        >
          <JsonRows tree={changes.tree} label={label} />
        </EditorContext>
      </div>
      <StatusLine message={message} onUndo={changes.canUndo && !readOnly ? undo : undefined} />
      {adding && (
        <AddKeyDialog
          container={valueAt(value, adding.path)}
          name={rowName(adding, label)}
          onAdd={(key) => commands.addTo(adding, key)}
          onClose={() => commands.cancelAdding(adding)}
        />
      )}
      {choosing && (
        <RowDialog
          row={choosing}
          name={rowName(choosing, label)}
          readOnly={readOnly}
          onAction={(action) => {
            setChoosing(undefined)
            act(action, choosing)
          }}
          onClose={() => {
            setChoosing(undefined)
            request([choosing.id])
          }}
        />
      )}
      {copying.byHand && (
        <CopyDialog
          text={copying.byHand.text}
          onClose={() => {
            copying.closeByHand()
            request([copying.byHand?.id ?? ''])
          }}
        />
      )}
    </div>
  )
}
