import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deleteComment, editComment } from '../../api/comments.ts'
import { useEdit } from '../../api/use-edit.ts'
import type { Comment } from '../../contract/entities.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'

/** Shown on every comment (spec §2); the API refuses what is not allowed. */
export function CommentMenu({ postId, comment }: { postId: string; comment: Comment }) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { mutateAsync: save } = useMutation(editComment(postId, comment))
  const edit = useEdit(comment._id, comment.content, (content) => save({ content }))
  const remove = useMutation(deleteComment(postId, comment._id))
  const close = () => setDialog(undefined)
  return (
    <>
      <Menu
        label="Comment menu"
        items={[
          { label: 'Edit comment', icon: <Pencil size={18} />, onSelect: () => setDialog('edit') },
          {
            label: 'DeleteComment',
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'edit' && (
        <TextDialog
          title="Edit details"
          label="Comment text"
          action="Edit Comment"
          text={edit.text}
          onText={edit.onText}
          onSubmit={() => {
            close()
            edit.submit().catch(() => setDialog('edit'))
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
          title="Delete this comment?"
          text="This cannot be undone."
          action="Delete"
          onConfirm={() => {
            close()
            remove.mutate()
          }}
          onClose={close}
        />
      )}
    </>
  )
}
