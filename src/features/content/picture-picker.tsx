import { ImagePlus } from 'lucide-react'
import { useRef } from 'react'
import { IconButton } from '../../ui/icon-button.tsx'

type Props = { onPick: (files: File[]) => void; disabled?: boolean }

/** A button that lets people choose a picture; phones offer their camera too. */
export function PicturePicker({ onPick, disabled }: Props) {
  const input = useRef<HTMLInputElement>(null)
  return (
    <>
      <IconButton label="Add a picture" disabled={disabled} onClick={() => input.current?.click()}>
        <ImagePlus size={22} aria-hidden="true" />
      </IconButton>
      <input
        ref={input}
        type="file"
        accept="image/*"
        hidden
        onChange={({ target }) => {
          onPick([...(target.files ?? [])])
          // So that the same file can be chosen again after it was removed.
          target.value = ''
        }}
      />
    </>
  )
}
