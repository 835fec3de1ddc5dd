import { useMutation } from '@tanstack/react-query'
import { writePost } from '../../api/posts.ts'
import { useComposition } from '../../api/use-composition.ts'
import type { User } from '../../contract/entities.ts'
import { Composer } from '../../ui/composer.tsx'
import { PicturePreview } from '../../ui/picture-preview.tsx'

/** Writes a post. There is no limit and no emptiness check (spec §5). */
export function PostComposer({ viewer }: { viewer: User }) {
  const { mutateAsync: send } = useMutation(writePost)
  const composition = useComposition('post', { failed: "Can't upload image", send })
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  const { text, setText, busy, submit, preview, addPicture } = composition
  return (
    <Composer
      label="What are you driving, riding or fixing?"
      avatar={{ src: photo, name: viewer.username }}
      text={text}
      onText={setText}
      busy={busy}
      onSubmit={submit}
      onFiles={addPicture}
    >
      {preview && <PicturePreview {...preview} />}
    </Composer>
  )
}
