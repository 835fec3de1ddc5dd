import type { ComponentProps, HTMLAttributes } from 'react'
import type { JSONTree } from 'react-json-tree'
import styles from './json-tree.module.css'
import { spokenText } from './row-text.ts'
import type { Row } from './rows.ts'

type Theme = ComponentProps<typeof JSONTree>['theme']
type Attributes = HTMLAttributes<HTMLElement> & { 'data-row'?: string; 'data-leaf'?: boolean }

/**
 * The roles of a tree, and our classes in place of the inline styles. react-json-tree spreads whatever
 * a styling function answers on the element, so the roles are rendered with the rows.
 */
export function treeTheme(rows: ReadonlyMap<string, Row>, label: string): Theme {
  const item = (keyPath: readonly (string | number)[]) =>
    treeItem(rows.get(String(keyPath[0])), label)
  const theme: Record<string, (styling: unknown, ...given: never[]) => Attributes> = {
    tree: () => ({ role: 'none', className: styles.tree }),
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
    // Which of them is the tab stop is for useRovingFocus to say.
    tabIndex: -1,
    'aria-label': spokenText(row, label),
    'aria-level': row.level,
    'aria-posinset': row.position,
    'aria-setsize': row.size,
    'aria-expanded': row.expanded,
    'data-row': row.id,
  }
}
