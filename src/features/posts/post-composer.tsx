import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import { writePost } from '../../api/posts.ts'
import type { User } from '../../contract/entities.ts'
import { Composer } from '../../ui/composer.tsx'

/** Writes a post. There is no limit and no emptiness check (spec §5). */
export function PostComposer({ viewer }: { viewer: User }) {
  const [text, setText] = useState('')
  const write = useMutation(writePost)
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  return (
    <Composer
      label="What are you driving, riding or fixing?"
      avatar={{ src: photo, name: viewer.username }}
      text={text}
      onText={setText}
      busy={write.isPending}
      onSubmit={() => write.mutate({ content: text }, { onSuccess: () => setText('') })}
    />
  )
}
