import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { addComment } from '../../api/comments.ts'
import type { User } from '../../contract/entities.ts'
import { Composer } from '../../ui/composer.tsx'

/** Writes a comment on a post. */
export function CommentComposer({ postId, viewer }: { postId: string; viewer: User }) {
  const [text, setText] = useState('')
  const add = useMutation(addComment(postId))
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  return (
    <Composer
      label="Add a comment"
      avatar={{ src: photo, name: viewer.username }}
      text={text}
      onText={setText}
      busy={add.isPending}
      onSubmit={() => add.mutate({ content: text }, { onSuccess: () => setText('') })}
    />
  )
}
