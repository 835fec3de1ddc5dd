import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextDialog } from './text-dialog.tsx'

type Props = {
  /** What everything is called, as the specification has it for posts and for comments. */
  names: {
    menu: string
    edit: string
    remove: string
    dialog: string
    text: string
    save: string
    question: string
    warning: string
  }
  edit: {
    text: string
    onText: (text: string) => void
    /** Rejects when it is refused; what was typed stays, and the dialog comes back with it. */
    submit: () => Promise<void>
    discard: () => void
  }
  onDelete: () => void
}

/** The menu of something that can be edited and deleted, with its dialogs. */
export function EditMenu({ names, edit, onDelete }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        label={names.menu}
        items={[
          { label: names.edit, icon: <Pencil size={18} />, onSelect: () => setDialog('edit') },
          {
            label: names.remove,
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'edit' && (
        <TextDialog
          title={names.dialog}
          label={names.text}
          action={names.save}
          text={edit.text}
          onText={edit.onText}
          onSubmit={() => {
            close()
            return edit.submit().catch(() => setDialog('edit'))
          }}
          onDiscard={() => {
            edit.discard()
            close()
          }}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title={names.question}
          text={names.warning}
          action="Delete"
          onConfirm={() => {
            close()
            onDelete()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
