import { useMutation } from '@tanstack/react-query'
import type { Post } from '../../contract/entities.ts'
import { deletePost, editPost } from '../../data/posts.ts'
import { EditMenu } from './edit-menu.tsx'
import { useEdit } from './use-edit.ts'

const names = {
  menu: 'Post menu',
  edit: 'Edit Post',
  remove: 'Delete Post',
  dialog: 'Edit Post',
  text: 'Post text',
  save: 'Edit Post',
  question: 'Delete this post?',
  warning: 'Its comments go with it. This cannot be undone.',
}

type Props = { post: Post; onDeleted?: () => void }

/** What an author can do with their post (R4.4). */
export function PostMenu({ post, onDeleted }: Props) {
  const { mutateAsync: save } = useMutation(editPost(post._id))
  const edit = useEdit(post._id, post.content, (content) =>
    save({ type: 'editPost', postId: post._id, content }),
  )
  const remove = useMutation(deletePost(post._id))

  function deleteIt() {
    remove.mutate({ type: 'deletePost', postId: post._id })
    onDeleted?.()
  }
  return <EditMenu names={names} edit={edit} onDelete={deleteIt} />
}
