import { type KeyboardEvent, useEffect, useEffectEvent, useState } from 'react'
import { lazyPart } from '../../ui/lazy-part.tsx'
import cards from './card.module.css'
import styles from './picture-previews.module.css'
import { type EditedPicture, PictureTile, type Preview } from './picture-tile.tsx'
import { useTileFocus } from './use-tile-focus.ts'

export const PictureEditor = lazyPart(
  async () => (await import('./picture-editor.tsx')).PictureEditor,
  { errorText: "Couldn't load the editor." },
)

type Props = {
  previews: readonly Preview[]
  /** Moves a picture by so many places. Not set while they can't be moved. */
  onMove?: (id: string, by: number) => void
  /** Opens the editor of a picture, which is outside of the form. Not set while they can't be edited. */
  onEdit?: (edited: EditedPicture) => void
  /** Called when the last picture is gone, and the focus with it. */
  onFocusLost?: () => void
}

/** By how many places a key moves a picture. */
const STEPS: Record<string, number> = {
  ...{ ArrowLeft: -1, ArrowUp: -1, ArrowRight: 1, ArrowDown: 1 },
  ...{ Home: Number.NEGATIVE_INFINITY, End: Number.POSITIVE_INFINITY },
}

/**
 * The pictures of a post or comment that is being written: tiles of one size, so that nothing moves when a picture is ready.
 * Removing one cancels its upload. Of several, the mouse, a finger that holds one, and the arrow keys change the order (R10.22).
 */
export function PicturePreviews({ previews, onMove, onEdit, onFocusLost }: Props) {
  const [moved, setMoved] = useState('')
  const count = previews.length
  const list = useTileFocus(previews, onFocusLost)
  const isMovable = onMove !== undefined && count > 1

  function move(from: number, by: number) {
    const to = Math.min(count - 1, Math.max(0, from + by))
    const id = previews[from]?.id
    if (!onMove || !id || from === to) return
    onMove(id, to - from)
    setMoved(`Picture ${from + 1} is now picture ${to + 1}`)
  }
  const moveTile = useEffectEvent(move)
  useEffect(() => {
    const tiles = list.ref.current
    if (!isMovable || !tiles) return
    const stop = new AbortController()
    import('./drag-tiles.ts')
      .then(({ dragTiles }) => dragTiles(tiles, moveTile, stop.signal))
      // The keys and the editor move pictures, too.
      .catch(() => undefined)
    return () => stop.abort()
  }, [isMovable, list.ref])

  if (count === 0) return null
  return (
    <div className={styles.pictures}>
      <ol
        className={styles.tiles}
        data-several={count > 1 || undefined}
        data-movable={isMovable || undefined}
        aria-label="Pictures"
        {...list}
      >
        {previews.map(({ id, note: _, onAlt: __, onReplace: ___, ...preview }, at) => (
          <li key={id} data-id={id} aria-label={`Picture ${at + 1} of ${count}`}>
            <PictureTile
              {...preview}
              number={count > 1 ? ` ${at + 1}` : ''}
              onEdit={onEdit && ((part) => onEdit({ id, part }))}
              onKeyDown={
                isMovable
                  ? (event: KeyboardEvent) => {
                      const by = STEPS[event.key]
                      if (!by) return
                      event.preventDefault()
                      move(at, by)
                    }
                  : undefined
              }
            />
          </li>
        ))}
      </ol>
      {count > 1 &&
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
