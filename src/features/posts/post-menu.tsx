import { useMutation } from '@tanstack/react-query'
import { Pencil, Trash2 } from 'lucide-react'
import { useState } from 'react'
import { deletePost, editPost } from '../../api/posts.ts'
import type { Post } from '../../contract/entities.ts'
import { ConfirmDialog } from '../../ui/confirm-dialog.tsx'
import { Menu } from '../../ui/menu.tsx'
import { TextDialog } from '../../ui/text-dialog.tsx'

type Props = { post: Post; onDeleted?: () => void }

/** What an author can do with their post (spec §2). */
export function PostMenu({ post, onDeleted }: Props) {
  const [dialog, setDialog] = useState<'edit' | 'delete'>()
  const edit = useMutation(editPost(post._id))
  const remove = useMutation(deletePost(post._id))
  const close = () => setDialog(undefined)

  function confirmDelete() {
    // Not a callback of `mutate`: this menu goes with the post, and callbacks with the menu.
    remove.mutateAsync().then(onDeleted, close)
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
          text={post.content}
          busy={edit.isPending}
          onSubmit={(content) => edit.mutate({ content }, { onSuccess: close })}
          onClose={close}
        />
      )}
      {dialog === 'delete' && (
        <ConfirmDialog
          title="Delete this post?"
          text="Its comments go with it. This cannot be undone."
          action="Delete"
          busy={remove.isPending}
          onConfirm={confirmDelete}
          onClose={close}
        />
      )}
    </>
  )
}
