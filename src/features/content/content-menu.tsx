import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ContentPicture } from '../../contract/entities.ts'
import type { ViewedPost } from '../../contract/viewed.ts'
import { postedPictures } from '../../data/drafts/draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import type { ContentEdit } from '../../data/pending-writes.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { EditDialog } from './edit-dialog.tsx'

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
  item: Pick<ViewedPost, 'content' | 'imageUrl' | 'imageAlt' | 'images'>
  /** Whether the viewer wrote it. If not, the API refuses every edit, so the dialog takes no text (R5.9). */
  isOwn: boolean
  /** Saves the text and the pictures. It reports its own failures; on a rejection both are kept as a draft. */
  onEdit: (change: ContentEdit) => Promise<unknown>
  onDelete: () => void
  /** Missing where nobody reads reports (R18.6). */
  onReport?: () => void
}

/** The menu of a post or a comment, with the dialogs for editing and deleting it. */
export function ContentMenu({ texts, id, author, item, isOwn, onEdit, onDelete, onReport }: Props) {
  const { content, imageUrl, imageAlt, images } = item
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const posted = useMemo(
    () => postedPictures({ imageUrl, imageAlt, images }),
    [imageUrl, imageAlt, images],
  )
  const draft = useDraft(`edit/${id}`, content, posted)
  const close = () => setDialog(undefined)

  /** @param pictures all of them, if they were edited */
  async function save(pictures?: ContentPicture[]): Promise<void> {
    const text = isOwn ? draft.text : content
    close()
    try {
      await onEdit({ content: text, images: pictures })
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
          ...(onReport ? [{ label: 'Report', icon: <Flag size={18} />, onSelect: onReport }] : []),
        ]}
      />
      {dialog === 'edit' && (
        <EditDialog
          title={texts.dialog}
          label={texts.field}
          action={texts.save}
          text={isOwn ? draft.text : content}
          readOnly={!isOwn}
          draft={draft}
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
