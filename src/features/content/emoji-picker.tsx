import data from '@emoji-mart/data/sets/15/native.json'
import Picker from '@emoji-mart/react'

type Props = { theme: 'auto' | 'light' | 'dark'; onPick: (emoji: string) => void }

/** Two lines of 7: local storage keeps 14 recent emoji (R15.5). */
const RECENT = { perLine: 7, maxFrequentRows: 2 }

/** The emoji picker with its data, so that it works offline. It is large: load it on demand. */
export function EmojiPicker({ theme, onPick }: Props) {
  return (
    <Picker
      {...RECENT}
      data={data}
      set="native"
      theme={theme}
      autoFocus
      previewPosition="none"
      skinTonePosition="search"
      onEmojiSelect={({ native }: { native: string }) => onPick(native)}
    />
  )
}
