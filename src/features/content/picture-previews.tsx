import { type DragEvent, useRef, useState } from 'react'
import { Button } from '../../ui/button.tsx'
import { TextField } from '../../ui/field.tsx'
import cards from './card.module.css'
import styles from './picture-previews.module.css'
import { PictureTile, type Preview } from './picture-tile.tsx'
import { useTileFocus } from './use-tile-focus.ts'

type Props = {
  previews: readonly Preview[]
  /** Moves a picture by so many places. Not set while they can't be moved. */
  onMove?: (id: string, by: number) => void
  /** Called when the last picture is gone, and the focus with it. */
  onFocusLost?: () => void
}

/**
 * The pictures of a post or comment that is being written: small tiles of one size, so that nothing moves when a picture is
 * ready. Removing one cancels its upload. Of several, a tile opens the field of its description below the tiles (R10.22).
 */
export function PicturePreviews({ previews, onMove, onFocusLost }: Props) {
  const [describedId, setDescribedId] = useState<string>()
  const [moved, setMoved] = useState('')
  const tiles = useTileFocus(previews, onFocusLost)
  const count = previews.length
  const isSeveral = count > 1
  const index = isSeveral ? previews.findIndex(({ id }) => id === describedId) : 0
  const described = previews[index]

  function move(from: number, to: number) {
    const id = previews[from]?.id
    if (!onMove || !id || from === to) return
    onMove(id, to - from)
    setMoved(`Picture ${from + 1} is now picture ${to + 1}`)
  }
  const drag = useDrag(move)

  function closeDescription() {
    if (describedId) tiles.focus(describedId, 'describe')
    setDescribedId(undefined)
  }

  if (count === 0) return null
  return (
    <div className={styles.pictures}>
      <ol
        className={styles.tiles}
        data-several={isSeveral || undefined}
        aria-label="Pictures"
        {...tiles.list}
      >
        {previews.map(({ note: _, ...preview }, at) => (
          <li
            key={preview.id}
            data-id={preview.id}
            className={styles.item}
            aria-label={`Picture ${at + 1} of ${count}`}
            {...(isSeveral && onMove && drag(at))}
          >
            <PictureTile
              {...preview}
              number={isSeveral ? ` ${at + 1}` : ''}
              isDescribed={preview.id === describedId}
              onDescribe={() =>
                preview.id === describedId ? closeDescription() : setDescribedId(preview.id)
              }
              onEarlier={onMove && at > 0 ? () => move(at, at - 1) : undefined}
              onLater={onMove && at < count - 1 ? () => move(at, at + 1) : undefined}
            />
          </li>
        ))}
      </ol>
      {described && (
        <TextField
          // Another field, which takes the focus again.
          key={described.id}
          label={`Picture${isSeveral ? ` ${index + 1}` : ''} description (optional)`}
          hint="For people who can't see it."
          value={described.alt ?? ''}
          readOnly={!described.onAlt}
          autoFocus={isSeveral}
          enterKeyHint="done"
          onChange={({ target }) => described.onAlt?.(target.value)}
          onKeyDown={(event) => {
            if (event.key !== 'Enter' || event.ctrlKey || event.metaKey) return
            // It would send the post, or save the edit.
            event.preventDefault()
            if (isSeveral) closeDescription()
          }}
          end={isSeveral && <Button onClick={closeDescription}>Done</Button>}
        />
      )}
      {isSeveral &&
        previews.map(
          ({ id, note }, at) =>
            note && (
              <p key={id} className={styles.note}>
                Picture {at + 1}: {note}
              </p>
            ),
        )}
      <p role="status" className={styles.note}>
        {statusOf(previews)}
      </p>
      <p role="status" className={cards.spoken}>
        {moved}
      </p>
    </div>
  )
}

function statusOf(previews: readonly Preview[]): string {
  const [first] = previews
  const count = previews.length
  const missing = previews.filter(({ picture }) => !picture).length
  const isPosted = previews.every(({ picture }) => typeof picture === 'string')
  if (isPosted) return count === 1 ? '1 picture' : `${count} pictures`
  if (count === 1) return missing ? 'Preparing picture…' : (first?.note ?? 'Picture added')
  return missing
    ? `Preparing pictures: ${count - missing} of ${count} ready…`
    : `${count} pictures added`
}

/** Returns the props of a tile that can be dragged to the place of another one with the mouse. */
function useDrag(onMove: (from: number, to: number) => void) {
  const from = useRef<number>(undefined)
  return (index: number) => ({
    draggable: true,
    onDragStart(event: DragEvent) {
      event.dataTransfer.effectAllowed = 'move'
      from.current = index
    },
    onDragOver(event: DragEvent) {
      if (from.current !== undefined) event.preventDefault()
    },
    onDrop(event: DragEvent) {
      if (from.current === undefined) return
      event.preventDefault()
      event.stopPropagation()
      onMove(from.current, index)
    },
    onDragEnd() {
      from.current = undefined
    },
  })
}
