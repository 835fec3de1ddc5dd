import { type SubmitEvent, useRef, useState } from 'react'
import type { ContentPicture } from '../../contract/entities.ts'
import { uploadPictures } from '../../data/drafts/send-draft.ts'
import type { useDraft } from '../../data/drafts/use-draft.ts'
import type { Shrunk } from '../../data/pictures/shrink-file.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { useFileDrop } from '../../ui/files.ts'
import { useInFlight } from '../../ui/timing.ts'
import styles from './composer.module.css'
import { type ContentKind, contentTexts } from './content-texts.ts'
import { MentionTextArea } from './mention-text-area.tsx'
import { PicturePicker } from './picture-picker.tsx'
import { PictureEditor, PicturePreviews } from './picture-previews.tsx'
import type { EditedPicture } from './picture-tile.tsx'
import { usePictures } from './use-pictures.ts'
import { useProgress, useUpload } from './use-upload.ts'

type Props = {
  kind: ContentKind
  text: string
  draft: ReturnType<typeof useDraft>
  /** @param pictures all of them, if they were edited */
  onSubmit: (pictures?: ContentPicture[]) => unknown
  /** Cancel: the user does not want the text. */
  onDiscard: () => void
  /** Escape or a click outside, which can be accidents: the text is kept. */
  onClose: () => void
}

/** Edits the text and the pictures of a post or a comment. */
export function EditDialog(props: Props) {
  const { kind, text, draft, onSubmit, onDiscard, onClose } = props
  const texts = contentTexts[kind]
  const area = useRef<HTMLTextAreaElement>(null)
  const [edited, setEdited] = useState<EditedPicture>()
  const upload = useUpload(kind)
  const progressOf = useProgress()
  const [send, busy] = useInFlight(async () => onSubmit(await uploadAll()))
  const pictures = usePictures(draft, busy)
  const { dragging: _, ...fileEvents } = useFileDrop(pictures.add)

  /** Uploads new pictures. @returns all pictures, if they were edited */
  async function uploadAll(): Promise<ContentPicture[] | undefined> {
    return draft.now().pictures && uploadPictures({ ...draft, upload })
  }

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  const previews = draft.pictures.map(({ id, isRaw, blob, url, note, alt }) => ({
    id,
    picture: isRaw ? undefined : (blob ?? url),
    note,
    ...progressOf(id),
    alt,
    onAlt: busy ? undefined : (changed: string) => pictures.change(id, { alt: changed }),
    onReplace: (newId: string, pixels: Shrunk) => pictures.replace(id, newId, pixels),
    onRemove: busy ? undefined : () => pictures.remove(id),
  }))
  return (
    <Dialog title={texts.editTitle} onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'contents' }} {...fileEvents}>
        <MentionTextArea
          ref={area}
          label={texts.editField}
          readOnly={busy}
          text={text}
          rows={4}
          autoFocus
          onText={(changed) => draft.change({ text: changed })}
        />
        <PicturePreviews
          previews={previews}
          onMove={busy ? undefined : pictures.move}
          onEdit={busy ? undefined : setEdited}
          onFocusLost={() => area.current?.focus()}
        />
        {pictures.notices.map((text) => (
          <p key={text} role="alert" className={styles.note}>
            {text}
          </p>
        ))}
        <DialogActions>
          <span className={styles.first}>
            <PicturePicker onPick={pictures.add} onFull={pictures.onFull} disabled={busy} />
          </span>
          <Button onClick={onDiscard}>Cancel</Button>
          <Button type="submit" variant="primary" busy={busy}>
            {texts.save}
          </Button>
        </DialogActions>
      </form>
      {edited && (
        <PictureEditor
          {...{ previews, edited }}
          onMove={pictures.move}
          onClose={() => setEdited(undefined)}
        />
      )}
    </Dialog>
  )
}
