import { Pencil, Trash2 } from 'lucide-react'
import { type SubmitEvent, useRef, useState } from 'react'
import { useDraft } from '../../data/drafts/use-draft.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog, Dialog, DialogActions } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { MentionTextArea } from './mention-text-area.tsx'

type Props = {
  /** The texts that the specification gives for posts and for comments. */
  texts: {
    menu: string
    edit: string
    remove: string
    dialog: string
    field: string
    save: string
    question: string
    warning: string
  }
  id: string
  /** The username of its author, which tells the menus on a screen apart. */
  author: string
  content: string
  /** Whether the viewer wrote it. If not, the API refuses every edit, so the dialog takes no text (R5.9). */
  isOwn: boolean
  /** Saves the text. It reports its own failures; on a rejection the text is kept as a draft. */
  onEdit: (content: string) => Promise<unknown>
  onDelete: () => void
}

/** The menu of a post or a comment, with the dialogs for editing and deleting it. */
export function ContentMenu({ texts, id, author, content, isOwn, onEdit, onDelete }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const draft = useDraft(`edit/${id}`, content)
  const close = () => setDialog(undefined)

  async function save(): Promise<void> {
    const text = isOwn ? draft.text : content
    close()
    try {
      await onEdit(text)
      // Text that was typed in the meantime stays as a draft.
      if (draft.now().text === text) draft.discard()
    } catch {
      // The error is reported already, and that the text is kept (R4.12).
    }
  }
  return (
    <>
      <Menu
        label={`${texts.menu}, ${author}`}
        items={[
          { label: texts.edit, icon: <Pencil size={18} />, onSelect: () => setDialog('edit') },
          {
            label: texts.remove,
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'edit' && (
        <EditDialog
          title={texts.dialog}
          label={texts.field}
          action={texts.save}
          text={isOwn ? draft.text : content}
          readOnly={!isOwn}
          onText={(text) => draft.change({ text })}
          onSubmit={save}
          onDiscard={() => {
            draft.discard()
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={texts.question}
          text={texts.warning}
          action="Delete"
          onConfirm={() => {
            draft.discard()
            close()
            onDelete()
          }}
          onClose={close}
        />
      )}
    </>
  )
}

type EditDialogProps = {
  title: string
  /** The accessible name of the text area. */
  label: string
  /** The label of the submit button. */
  action: string
  text: string
  readOnly: boolean
  onText: (text: string) => void
  onSubmit: () => unknown
  /** Cancel: the user does not want the text. */
  onDiscard: () => void
  /** Escape or a click outside, which can be accidents: the text is kept. */
  onClose: () => void
}

function EditDialog(props: EditDialogProps) {
  const { title, label, action, text, readOnly, onText, onSubmit, onDiscard, onClose } = props
  const [send] = useInFlight(onSubmit)
  const area = useRef<HTMLTextAreaElement>(null)

  function submit(event: SubmitEvent) {
    event.preventDefault()
    send()
  }

  return (
    <Dialog title={title} onClose={onClose}>
      <form onSubmit={submit} style={{ display: 'contents' }}>
        <MentionTextArea
          ref={area}
          label={label}
          hint={readOnly ? 'Only its author can edit this.' : undefined}
          readOnly={readOnly}
          text={text}
          rows={4}
          autoFocus
          onText={onText}
        />
        <DialogActions>
          <Button onClick={onDiscard}>Cancel</Button>
          <Button type="submit" variant="primary">
            {action}
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}
