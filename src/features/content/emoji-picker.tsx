import data from '@emoji-mart/data/sets/15/native.json'
import Picker from '@emoji-mart/react'

type Props = { theme: 'auto' | 'light' | 'dark'; onPick: (emoji: string) => void }

/** 7 a line and 2 lines of them: local storage keeps 14 recent emoji (R15.5). */
const RECENT = { perLine: 7, maxFrequentRows: 2 }

/** The picker with its bundled data, so that it works offline. Big: load it when it is asked for. */
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
