import { type ComponentProps, type HTMLAttributes, memo } from 'react'
import { JSONTree } from 'react-json-tree'
import styles from './json-editor.module.css'
import { ROOT_ID } from './json-path.ts'
import { RowBody, RowLabel } from './row.tsx'
import type { Row, Rows, Tree } from './rows.ts'
import { spokenText } from './value-text.ts'

type Props = { tree: Tree; label: string }

/**
 * Renders the rows with react-json-tree. It gets the visible rows only, as Maps with row ids as keys, and
 * keeps every node expanded: the expansion in its own state could be neither read nor set.
 */
export const TreeView = memo(function TreeView({ tree, label }: Props) {
  const rowOf = (id: string | number | undefined) => tree.rows.get(String(id)) as Row
  return (
    <JSONTree
      data={tree.branch}
      keyPath={[ROOT_ID]}
      theme={treeTheme(tree.rows, label)}
      // No groups of its own: their size cannot be set to 100.
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
