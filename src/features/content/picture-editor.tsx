import { useEffect, useMemo, useRef, useState } from 'react'
import { newUuid } from '../../client/uuid.ts'
import { isAnimated } from '../../data/pictures/animation.ts'
import { type Cover, colorsAround } from '../../data/pictures/cover.ts'
import { shrinkPicture } from '../../data/pictures/shrink.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { SelectField, TextField } from '../../ui/field.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { boxInMiddle } from './box-geometry.ts'
import { CoverStage, type DrawnBox, newBox, pixelsOf } from './cover-stage.tsx'
import styles from './picture-editor.module.css'
import type { EditedPicture, Preview } from './picture-tile.tsx'

type Props = {
  previews: readonly Preview[]
  edited: EditedPicture
  /** Moves a picture by so many places. Not set while they can't be moved. */
  onMove?: (id: string, by: number) => void
  onClose: () => void
}

/** The editor of a picture in a draft: its covered parts, its description and, of several pictures, its place (R10.22, R10.27). */
export function PictureEditor({ previews, edited, ...others }: Props) {
  const [id, setId] = useState(edited.id)
  const index = previews.findIndex((one) => one.id === id)
  const preview = previews[index]
  // It may turn out to be no picture.
  if (!preview) return null
  const { part } = edited
  const count = previews.length
  return <Editor {...others} {...{ preview, index, count, part }} onNewId={setId} />
}

type EditorProps = Omit<Props, 'previews' | 'edited'> &
  Pick<EditedPicture, 'part'> & {
    preview: Preview
    index: number
    count: number
    /** Called when the picture gets another id. */
    onNewId: (id: string) => void
  }

function Editor({ preview, index, count, part, onMove, onNewId, onClose }: EditorProps) {
  const { picture, alt = '', onAlt, onReplace } = preview
  const [firstAlt] = useState(alt)
  const [place, setPlace] = useState(index)
  const [boxes, setBoxes] = useState<readonly DrawnBox[]>([])
  const [selected, setSelected] = useState<number>()
  const [color, setColor] = useState<Cover['color']>('black')
  const [problem, setProblem] = useState('')
  const loaded = useLoaded(picture)
  const pixels = useMemo(
    () => (color === 'around' && loaded?.bitmap ? pixelsOf(loaded.bitmap) : undefined),
    [color, loaded],
  )
  const focusTile = useFocusAfterwards()
  const addButton = useRef<HTMLButtonElement>(null)
  const description = useRef<HTMLInputElement>(null)
  // After the dialog is shown, which moves the focus to its first button.
  useEffect(() => {
    if (part === 'description') description.current?.focus()
  }, [part])
  const number = count > 1 ? ` ${index + 1}` : ''
  const selectedIndex = boxes.findIndex(({ id }) => id === selected)

  const [finish, busy] = useInFlight(async () => {
    let { id } = preview
    if (boxes.length > 0 && loaded?.blob && onReplace) {
      try {
        const covered = await shrinkPicture(loaded.blob, { cover: { boxes, color } })
        id = newUuid()
        onNewId(id)
        focusTile(id)
        await onReplace(id, covered)
      } catch (error) {
        setProblem((error as Error).message)
        return
      }
    }
    if (place !== index) onMove?.(id, place - index)
    onClose()
  })

  /** Escape, Back and a click outside can be accidents: without a second one, nobody posts what they think is covered. */
  function leave() {
    if (busy) return
    if (boxes.length === 0 || problem === NOT_COVERED) onClose()
    else setProblem(NOT_COVERED)
  }

  function add() {
    const box = newBox(boxInMiddle(boxes.length))
    setBoxes([...boxes, box])
    setSelected(box.id)
  }

  function remove(at: number) {
    const left = boxes.toSpliced(at, 1)
    setBoxes(left)
    setSelected(left[Math.min(at, left.length - 1)]?.id)
    if (left.length === 0) addButton.current?.focus()
  }

  return (
    <Dialog title={`Edit picture${number}`} onClose={leave}>
      <p className={styles.hint}>
        Cover a plate or a face: drag over it, or tap two opposite corners. Done paints the boxes
        into the picture, and nobody can remove them.
      </p>
      {loaded?.isAnimated && (
        <p className={styles.hint}>
          This picture is animated. If you cover a part of it, it becomes a still picture: the one
          that you see here.
        </p>
      )}
      {typeof picture === 'string' && (
        <p className={styles.hint}>It is posted already, so people may have seen it uncovered.</p>
      )}
      {loaded?.bitmap ? (
        <CoverStage
          bitmap={loaded.bitmap}
          label={alt || `Picture${number}`}
          boxes={boxes}
          colors={pixels && colorsAround(pixels, boxes)}
          selected={selected}
          onBoxes={busy ? undefined : setBoxes}
          onSelect={setSelected}
          onRemove={remove}
        />
      ) : (
        <p role="status" className={styles.loading}>
          {loaded ? "This picture couldn't be loaded, so it can't be covered." : 'Loading picture…'}
        </p>
      )}
      <div className={styles.tools}>
        <Button ref={addButton} aria-disabled={!loaded?.bitmap || busy} onClick={add}>
          Add a box
        </Button>
        <Button
          aria-disabled={selectedIndex < 0 || busy}
          onClick={() => remove(selectedIndex)}
          className={styles.remove}
        >
          Remove box{selectedIndex >= 0 && ` ${selectedIndex + 1}`}
        </Button>
        <SelectField
          label="Color of boxes"
          value={color}
          options={COLORS}
          onValue={(value) => setColor(value as Cover['color'])}
        />
      </div>
      <TextField
        label={`Picture${number} description (optional)`}
        hint="For people who can't see it."
        value={alt}
        readOnly={!onAlt || busy}
        ref={description}
        enterKeyHint="done"
        onChange={({ target }) => onAlt?.(target.value)}
        onKeyDown={(event) => {
          if (event.key !== 'Enter' || event.nativeEvent.isComposing) return
          // It would press the button that opened the editor, which gets the focus.
          event.preventDefault()
          finish()
        }}
      />
      {count > 1 && onMove && (
        <SelectField
          label="Place"
          value={String(place)}
          options={Array.from({ length: count }, (_, at) => ({
            value: String(at),
            label: `${at + 1} of ${count}`,
          }))}
          onValue={(value) => setPlace(Number(value))}
        />
      )}
      <DialogActions>
        {problem && (
          <p role="alert" className={styles.problem}>
            {problem}
          </p>
        )}
        <Button
          onClick={() => {
            if (busy) return
            if (alt !== firstAlt) onAlt?.(firstAlt)
            onClose()
          }}
        >
          Cancel
        </Button>
        <Button variant="primary" busy={busy} onClick={finish}>
          Done
        </Button>
      </DialogActions>
    </Dialog>
  )
}

const COLORS = [
  { value: 'black', label: 'Black' },
  { value: 'around', label: "The picture's color" },
]

const NOT_COVERED = 'Nothing is covered yet. Done paints the boxes into the picture.'

type Loaded = { blob?: Blob; bitmap?: ImageBitmap; isAnimated?: boolean }

/** The pixels of a picture, upright: of an animation the first frame, which is the one that stays. Empty if it cannot be loaded. */
function useLoaded(picture: Blob | string | undefined): Loaded | undefined {
  const [loaded, setLoaded] = useState<Loaded>()
  useEffect(() => {
    if (!picture) return
    let isGone = false
    load(picture)
      .catch(() => ({}))
      .then((found) => {
        if (!isGone) setLoaded(found)
      })
    return () => {
      isGone = true
    }
  }, [picture])
  return loaded
}

async function load(picture: Blob | string): Promise<Loaded> {
  const blob = typeof picture === 'string' ? await download(picture) : picture
  const bitmap = await createImageBitmap(blob, { imageOrientation: 'from-image' })
  return { blob, bitmap, isAnimated: isAnimated(new Uint8Array(await blob.arrayBuffer())) }
}

async function download(url: string): Promise<Blob> {
  const answer = await fetch(url)
  if (!answer.ok) throw new Error(`The picture at ${url} answers ${answer.status}`)
  return answer.blob()
}

/** A picture that was covered has another tile, which gets the focus in place of the one that opened the editor. */
function useFocusAfterwards() {
  const id = useRef('')
  useEffect(
    () => () => {
      if (!id.current) return
      const tile = document.querySelector(`[data-id="${CSS.escape(id.current)}"]`)
      tile?.querySelector('button')?.focus()
    },
    [],
  )
  return (of: string) => {
    id.current = of
  }
}
