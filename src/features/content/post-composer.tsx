import { useMutation } from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import { writePost } from '../../data/posts.ts'
import { Composer } from './composer.tsx'
import { PicturePreview } from './picture-preview.tsx'
import { SharePrompt } from './share-prompt.tsx'
import { useComposition } from './use-composition.ts'
import { useShared } from './use-shared.ts'

const PLACE = 'post'

type Props = {
  viewer: User
  /** Whether to write at once, without a tap on the text area first. */
  focused?: boolean
}

/** Writes a post. There is no limit and no emptiness check (R4.1). */
export function PostComposer({ viewer, focused }: Props) {
  const { mutateAsync: send } = useMutation(writePost)
  const composition = useComposition(PLACE, { failed: "Can't upload image", send })
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  const { text, setText, busy, submit, preview, addPicture } = composition
  const share = useShared(PLACE, addPicture)
  return (
    <Composer
      label="What are you driving, riding or fixing?"
      avatar={{ src: photo, name: viewer.username }}
      text={text}
      onText={setText}
      busy={busy}
      focused={focused}
      onSubmit={submit}
      onFiles={addPicture}
    >
      {(share || preview) && (
        <>
          {share && <SharePrompt {...share} busy={busy} />}
          {preview && <PicturePreview {...preview} />}
        </>
      )}
    </Composer>
  )
}
