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
  const { mutateAsync: save } = useMutation(editComment(postId, comment))
  const edit = useEdit(comment._id, comment.content, (content) => save({ content }))
  const remove = useMutation(deleteComment(postId, comment._id))
  return <EditMenu names={names} edit={edit} onDelete={() => remove.mutate()} />
}
