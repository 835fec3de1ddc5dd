import { useMutation } from '@tanstack/react-query'
import { useEffect, useState } from 'react'
import { writePost } from '../../api/posts.ts'
import type { User } from '../../contract/entities.ts'
import { clearShare, readShare } from '../../pwa/share-inbox.ts'
import { Composer } from '../../ui/composer.tsx'

/** Writes a post. There is no limit and no emptiness check (spec §5). */
export function PostComposer({ viewer, focused }: { viewer: User; focused?: boolean }) {
  const [text, setText] = useState('')
  useEffect(() => {
    readShare().then((share) => share && setText((own) => own || share.text))
  }, [])
  const write = useMutation(writePost)
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default

  function changeText(next: string) {
    setText(next)
    if (!next) clearShare()
  }
  return (
    <Composer
      label="What are you driving, riding or fixing?"
      avatar={{ src: photo, name: viewer.username }}
      text={text}
      onText={changeText}
      busy={write.isPending}
      focused={focused}
      onSubmit={() => write.mutate({ content: text }, { onSuccess: () => changeText('') })}
    />
  )
}
