import {
  type ComponentProps,
  type CSSProperties,
  type HTMLAttributes,
  memo,
  useMemo,
  useState,
} from 'react'
import { JSONTree } from 'react-json-tree'
import shared from '../tester.module.css'
import { EditorDialog } from './dialogs.tsx'
import styles from './json-editor.module.css'
import { ROOT_ID } from './json-path.ts'
import { RowBody, RowLabel } from './row.tsx'
import type { Row, Rows, Tree } from './rows.ts'
import { treeEvents } from './tree-events.ts'
import { DraftContext, EditorContext, type ExtraAction, useEditor } from './use-editor.ts'
import { useFocus } from './use-focus.ts'
import { INDENT, spokenText } from './value-text.ts'

type Props = {
  /** JSON, plus undefined, NaN and Date, which edits can produce. It is never mutated. */
  value: unknown
  onChange: (next: unknown) => void
  /** Names the tree and its root row. */
  label: string
  extras?: readonly ExtraAction[]
}

const NO_EXTRAS: readonly ExtraAction[] = []

/** One unit of {@link INDENT} on screen. */
const INDENT_UNIT_PX = 4
const INDENT_STYLE: CSSProperties & Record<`--${string}`, string> = {
  '--indent': `${INDENT * INDENT_UNIT_PX}px`,
}

/** A JSON value as a tree that mouse, keyboard, touch and screen readers can read and edit. */
export function JsonEditor({ value, onChange, label, extras = NO_EXTRAS }: Props) {
  const { state, run } = useEditor({ label, value, onChange })
  const { rows } = state.tree
  const { tree, pointed, props } = useFocus(state.focus, rows)
  const events = treeEvents({ rows, pointed, extras, run })
  const [touch] = useState(() => matchMedia('(hover: none)').matches)
  const editing = state.edit?.id
  const copied = state.copied?.id
  const view = useMemo(
    () => ({ label, touch, pointed, editing, copied, extras, run }),
    [label, touch, pointed, editing, copied, extras, run],
  )

  return (
    <div className={styles.editor} style={INDENT_STYLE}>
      <div ref={tree} role="tree" aria-label={label} className={shared.mono} {...events} {...props}>
        <EditorContext value={view}>
          <DraftContext value={state.edit?.draft}>
            <TreeView tree={state.tree} label={label} />
          </DraftContext>
        </EditorContext>
      </div>
      <p role="status" className={styles.statusLine}>
        {/* The key makes screen readers announce the same text again. */}
        <span key={state.message.count}>{state.message.text}</span>
      </p>
      <EditorDialog state={state} extras={extras} run={run} />
    </div>
  )
}

type TreeViewProps = { tree: Tree; label: string }

/**
 * Renders the rows with react-json-tree. It gets the visible rows only, as Maps with row ids as keys, and
 * keeps every node expanded: the expansion in its own state could be neither read nor set.
 */
const TreeView = memo(function TreeView({ tree, label }: TreeViewProps) {
  const rowOf = (id: string | number | undefined) => tree.rows.get(String(id)) as Row
  return (
    <JSONTree
      data={tree.branch}
      keyPath={[ROOT_ID]}
      theme={treeTheme(tree.rows, label)}
      // Disables the library's own groups, whose size cannot be set to 100.
      collectionLimit={0}
      shouldExpandNodeInitially={() => true}
      isCustomNode={(data) => !(data instanceof Map)}
      labelRenderer={([id]) => <RowLabel row={rowOf(id)} />}
      valueRenderer={(_text, _row, id) => <RowBody row={rowOf(id)} />}
      getItemString={(_type, _data, _itemType, _text, [id]) => <RowBody row={rowOf(id)} />}
    />
  )
})

type Theme = ComponentProps<typeof JSONTree>['theme']
type Attributes = HTMLAttributes<HTMLElement> & { 'data-row'?: string }

/**
 * The roles of a tree, and class names instead of inline styles. react-json-tree spreads the result of
 * each function on its element, so the roles are rendered together with the rows.
 */
function treeTheme(rows: Rows, label: string): Theme {
  const item = (keyPath: readonly (string | number)[]) =>
    treeItem(rows.get(String(keyPath[0])), label)
  const theme: Record<string, (styling: unknown, ...args: never[]) => Attributes> = {
    tree: () => ({ role: 'none' }),
    nestedNode: (_styling, keyPath) => item(keyPath),
    value: (_styling, _type, keyPath) => item(keyPath),
    nestedNodeChildren: () => ({ role: 'group', className: styles.children }),
    label: () => ({ className: styles.label }),
    valueLabel: () => ({}),
    nestedNodeLabel: () => ({}),
    valueText: () => ({ className: styles.body }),
    nestedNodeItemString: () => ({ className: styles.body }),
    nestedNodeItemType: () => ({}),
    arrowContainer: () => ({ className: styles.arrow, 'aria-hidden': true }),
    arrow: () => ({}),
    arrowSign: () => ({}),
  }
  return theme as Theme
}

function treeItem(row: Row | undefined, label: string): Attributes {
  if (!row) return {}
  return {
    role: 'treeitem',
    className: styles.item,
    // useFocus sets the one tab stop.
    tabIndex: -1,
    'aria-label': spokenText(row, label),
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-expanded': row.expanded,
    'data-row': row.id,
  }
}
