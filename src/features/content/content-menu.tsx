import { Flag, Pencil, Trash2 } from 'lucide-react'
import { useMemo, useState } from 'react'
import type { ContentPicture } from '../../contract/entities.ts'
import type { ViewedPost } from '../../contract/viewed.ts'
import { postedPictures } from '../../data/drafts/draft.ts'
import { useDraft } from '../../data/drafts/use-draft.ts'
import type { ContentEdit } from '../../data/pending-writes.ts'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { type ContentKind, contentTexts } from './content-texts.ts'
import { EditDialog } from './edit-dialog.tsx'

type Props = {
  kind: ContentKind
  id: string
  /** The username of its author, which tells the menus on a screen apart. */
  author: string
  item: Pick<ViewedPost, 'content' | 'imageUrl' | 'imageAlt' | 'images'>
  /** Saves the text and the pictures. It reports its own failures; on a rejection both are kept as a draft. */
  onEdit: (change: ContentEdit) => Promise<unknown>
  onDelete: () => void
  /** Missing where nobody reads reports (R18.6). */
  onReport?: () => void
}

/** The menu of a post or a comment, with the dialogs for editing and deleting it. */
export function ContentMenu({ kind, id, author, item, onEdit, onDelete, onReport }: Props) {
  const { content, imageUrl, imageAlt, images } = item
  const texts = contentTexts[kind]
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const posted = useMemo(
    () => postedPictures({ imageUrl, imageAlt, images }),
    [imageUrl, imageAlt, images],
  )
  const draft = useDraft(`edit/${id}`, content, posted)
  const close = () => setDialog(undefined)

  /** @param pictures all of them, if they were edited */
  async function save(pictures?: ContentPicture[]): Promise<void> {
    const { text } = draft
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
          kind={kind}
          text={draft.text}
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
          title={texts.removeTitle}
          text={texts.removeWarning}
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
