import data from '@emoji-mart/data/sets/15/native.json'
import Picker from '@emoji-mart/react'
import { FrequentlyUsed } from 'emoji-mart'
import { useEffect, useRef } from 'react'
import { addRoles } from './emoji-roles.ts'

type Props = { theme: 'auto' | 'light' | 'dark'; onPick: (emoji: string) => void }

/** Two lines of 7: local storage keeps 14 recent emoji (R15.5). */
const RECENT = { perLine: 7, maxFrequentRows: 2 }

/** Its type declaration has another name than the function. */
const { get: trimRecent } = FrequentlyUsed as unknown as { get: (options: typeof RECENT) => void }

/** The emoji picker with its data, so that it works offline. It is large: load it on demand. */
export function EmojiPicker({ theme, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  // Runs after the effect that creates the picker.
  useEffect(() => {
    const root = box.current?.querySelector('em-emoji-picker')?.shadowRoot
    return root ? addRoles(root) : undefined
  }, [])
  return (
    <div ref={box}>
      <Picker
        {...RECENT}
        data={data}
        set="native"
        theme={theme}
        // On a phone it would open the keyboard.
        autoFocus={matchMedia('(pointer: fine)').matches}
        previewPosition="none"
        skinTonePosition="search"
        onEmojiSelect={({ native }: { native: string }) => {
          onPick(native)
          // Removes the oldest ones from storage, which the picker does only when it opens.
          trimRecent(RECENT)
        }}
      />
    </div>
  )
}
