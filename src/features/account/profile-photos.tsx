import type { User } from '../../contract/entities.ts'
import { useWaiting } from '../../data/pictures/use-outbox.ts'
import { PhotoField } from '../../ui/photo-field.tsx'
import { PictureNote } from '../../ui/picture-note.tsx'
import type { usePhotoChoice } from './use-photo-choice.ts'

type Choice = ReturnType<typeof usePhotoChoice>
type Props = { viewer: User; photo: Choice; cover: Choice }

/** The two pictures of a profile, as they are and as they will be. */
export function ProfilePhotos({ viewer, photo, cover }: Props) {
  const { profilePhoto, coverPhoto } = viewer
  const photoWaits = useWaiting(profilePhoto.chosen)
  const coverWaits = useWaiting(coverPhoto.chosen)
  return (
    <>
      <PhotoField
        label="Cover photo"
        shape="wide"
        current={coverPhoto.chosen || coverPhoto.default}
        chosen={cover.picture}
        note={cover.note ?? (coverWaits && <PictureNote {...coverWaits} />)}
        onChoose={cover.choose}
        onDiscard={cover.discard}
      />
      <PhotoField
        label="Profile Image"
        shape="round"
        current={profilePhoto.chosen || profilePhoto.default}
        chosen={photo.picture}
        note={photo.note ?? (photoWaits && <PictureNote {...photoWaits} />)}
        onChoose={photo.choose}
        onDiscard={photo.discard}
      />
    </>
  )
}
