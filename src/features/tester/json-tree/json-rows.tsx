import { memo } from 'react'
import { JSONTree } from 'react-json-tree'
import { RowBody } from './row-body.tsx'
import { ROOT_ID } from './row-id.ts'
import { RowLabel } from './row-label.tsx'
import type { Row, Tree } from './rows.ts'
import { treeTheme } from './tree-theme.ts'

type Props = { tree: Tree; label: string }

/**
 * The rows, drawn by react-json-tree. It is given only what is open, as Maps keyed by row, and keeps
 * every node open: its own state of a node could be neither read nor set, and is lost with the node.
 */
export const JsonRows = memo(function JsonRows({ tree, label }: Props) {
  const rowOf = (id: string | number | undefined) => tree.rows.get(String(id)) as Row
  return (
    <JSONTree
      data={tree.branch}
      keyPath={[ROOT_ID]}
      theme={treeTheme(tree.rows, label)}
      // Its groups of items can be of any length but ours.
      collectionLimit={0}
      shouldExpandNodeInitially={() => true}
      isCustomNode={(data) => !(data instanceof Map)}
      labelRenderer={([id]) => <RowLabel row={rowOf(id)} />}
      valueRenderer={(_text, _row, id) => <RowBody row={rowOf(id)} />}
      getItemString={(_type, _data, _itemType, _text, [id]) => <RowBody row={rowOf(id)} />}
    />
  )
})
