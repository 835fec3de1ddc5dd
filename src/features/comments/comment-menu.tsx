import { useMutation } from '@tanstack/react-query'
import { deleteComment, editComment } from '../../api/comments.ts'
import { useEdit } from '../../api/use-edit.ts'
import type { Comment } from '../../contract/entities.ts'
import { EditMenu } from '../../ui/edit-menu.tsx'

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

/** Shown on every comment (spec §2); the API refuses what is not allowed. */
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
