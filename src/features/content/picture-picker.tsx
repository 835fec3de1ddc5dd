import { ImagePlus } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { FilePicker } from '../../ui/file-picker.tsx'

type Props = {
  onPick: (files: File[]) => void
  /** Called in place of the choice of files when there is no room for another picture. */
  onFull?: () => void
  disabled?: boolean
}

/** A button that selects pictures. */
export function PicturePicker({ onPick, onFull, disabled }: Props) {
  return (
    <FilePicker
      accept="image/*"
      testId="picture-input"
      multiple
      onFiles={onPick}
      button={(open) => (
        <IconButton label="Add a picture" disabled={disabled} onClick={onFull ?? open}>
          <ImagePlus size={22} aria-hidden="true" />
        </IconButton>
      )}
    />
  )
}
