import texts from '@emoji-mart/data/i18n/en.json'
import data from '@emoji-mart/data/sets/15/native.json'
import Picker from '@emoji-mart/react'
import { useEffect, useRef, useState } from 'react'
import { keepLastUsed, RECENTS, restoreRecents } from './emoji-recents.ts'
import { addRoles } from './emoji-roles.ts'

type Props = { theme: 'auto' | 'light' | 'dark'; onPick: (emoji: string) => void }

const i18n = { ...texts, categories: { ...texts.categories, frequent: 'Recently used' } }

keepLastUsed()

/** The emoji picker with its data, so that it works offline. It is large: load it on demand. */
export function EmojiPicker({ theme, onPick }: Props) {
  const box = useRef<HTMLDivElement>(null)
  useState(restoreRecents)
  // Runs after the effect that creates the picker.
  useEffect(() => {
    const root = box.current?.querySelector('em-emoji-picker')?.shadowRoot
    return root ? addRoles(root) : undefined
  }, [])
  return (
    <div ref={box}>
      <Picker
        {...RECENTS}
        data={data}
        i18n={i18n}
        set="native"
        theme={theme}
        // On a phone it would open the keyboard.
        autoFocus={matchMedia('(pointer: fine)').matches}
        previewPosition="none"
        skinTonePosition="search"
        onEmojiSelect={({ native }: { native: string }) => onPick(native)}
      />
    </div>
  )
}
