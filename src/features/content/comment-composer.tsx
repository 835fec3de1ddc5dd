import { useMutation } from '@tanstack/react-query'
import type { User } from '../../contract/entities.ts'
import { addComment } from '../../data/comments.ts'
import { Composer } from './composer.tsx'
import { PicturePreview } from './picture-preview.tsx'
import { useComposition } from './use-composition.ts'

/** Writes a comment on a post. */
export function CommentComposer({ postId, viewer }: { postId: string; viewer: User }) {
  const { mutateAsync: send } = useMutation(addComment(postId))
  const composition = useComposition(`comment/${postId}`, {
    failed: 'There is some problem with uploading image',
    send,
  })
  const photo = viewer.profilePhoto.chosen || viewer.profilePhoto.default
  const { text, setText, busy, submit, preview, addPicture } = composition
  return (
    <Composer
      label="Add a comment"
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
