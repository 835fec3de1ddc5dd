import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletePost, editPost } from '../../api/posts.ts'
import { useEdit } from '../../api/use-edit.ts'
import type { Post } from '../../contract/entities.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'

type Props = { post: Post; onDeleted?: () => void }

/** What an author can do with their post (spec §2). */
export function PostMenu({ post, onDeleted }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const { mutateAsync: save } = useMutation(editPost(post))
  const edit = useEdit(post._id, post.content, (content) => save({ content }))
  const remove = useMutation(deletePost(post._id))
  const close = () => setDialog(undefined)

  function confirmDelete() {
    close()
    remove.mutate()
    onDeleted?.()
  }
  return (
    <>
      <Menu
        label="Post menu"
        items={[
          { label: 'Edit Post', icon: <Pencil size={18} />, onSelect: () => setDialog('edit') },
          {
            label: 'Delete Post',
            icon: <Trash2 size={18} />,
            danger: true,
            onSelect: () => setDialog('delete'),
          },
        ]}
      />
      {dialog === 'edit' && (
        <TextDialog
          title="Edit Post"
          label="Post text"
          action="Edit Post"
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
          title="Delete this post?"
          text="Its comments go with it. This cannot be undone."
          action="Delete"
          onConfirm={confirmDelete}
          onClose={close}
        />
      )}
    </>
  )
}
