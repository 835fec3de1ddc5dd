import { useMutation } from '@tanstack/react-query'
import type { Comment } from '../../contract/entities.ts'
import { deleteComment, editComment } from '../../data/comments.ts'
import { EditMenu } from './edit-menu.tsx'
import { useEdit } from './use-edit.ts'

const names = {
  menu: 'Comment menu',
  edit: 'Edit comment',
  remove: 'DeleteComment',
  dialog: 'Edit details',
  text: 'Comment text',
  save: 'Edit Comment',
  question: 'Delete this comment?',
  warning: 'This cannot be undone.',
}

/** Shown on every comment (R1.9); the API refuses what is not allowed. */
export function CommentMenu({ postId, comment }: { postId: string; comment: Comment }) {
  const { _id: commentId, content: original } = comment
  const { mutateAsync: save } = useMutation(editComment(postId, commentId))
  const edit = useEdit(commentId, original, (content) =>
    save({ type: 'editComment', postId, commentId, content }),
  )
  const remove = useMutation(deleteComment(postId, commentId))
  const onDelete = () => remove.mutate({ type: 'deleteComment', postId, commentId })
  return <EditMenu names={names} edit={edit} onDelete={onDelete} />
}
