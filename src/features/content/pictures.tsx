import { useState } from 'react'
import type { ContentPicture } from '../../contract/entities.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import styles from './picture.module.css'
import { Picture } from './picture.tsx'

const PictureViewer = lazyPart(async () => (await import('./picture-viewer.tsx')).PictureViewer)

/** Tiles of the grid. The last one says how many more there are. */
const TILES = 4

type Props = {
  images: readonly ContentPicture[]
  /** Of those without a description: whose they are, and the text beside them. */
  username: string
  content: string
  /** Shown in its own ratio, unless it is very tall or wide. Several are shown below each other. */
  whole?: boolean
}

/** The pictures of a post or comment: one in its own ratio, several as a grid. A tap opens them on the full screen. */
export function Pictures({ images, username, content, whole = false }: Props) {
  const [opened, setOpened] = useState<number>()
  const count = images.length
  const named = images.map(({ url, alt }, index) => ({
    src: url,
    alt: alt || `Photo${count > 1 ? ` ${index + 1} of ${count}` : ''} by ${username}`,
    label: `${openLabel(index, count)}${alt ? '' : `, by ${username}`}${afterColon(alt || content)}`,
  }))
  const isGrid = count > 1 && !whole
  const shown = isGrid ? named.slice(0, TILES) : named
  const pictures = shown.map(({ src, alt, label }, index) => (
    <Picture
      key={src}
      src={src}
      alt={alt}
      whole={whole}
      tile={isGrid}
      label={label}
      more={index === shown.length - 1 ? count - shown.length : 0}
      onOpen={() => setOpened(index)}
    />
  ))
  return (
    <>
      {count === 1 ? (
        pictures
      ) : (
        <div className={isGrid ? styles.grid : styles.column} data-count={shown.length}>
          {pictures}
        </div>
      )}
      {opened !== undefined && (
        <PictureViewer images={named} start={opened} onClose={() => setOpened(undefined)} />
      )}
    </>
  )
}

/** The start of a text, of whole words, at the end of a name: all of it is beside the button of a picture, or behind a link. */
export function afterColon(text: string): string {
  return text.trim() && `: ${text.trim().replace(/^(.{40}\S*)\s.*$/s, '$1…')}`
}

function openLabel(index: number, count: number): string {
  return count > 1
    ? `View picture ${index + 1} of ${count} full screen`
    : 'View picture full screen'
}
