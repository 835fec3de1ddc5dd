import { Pause, Play } from 'lucide-react'
import { type RefObject, useEffect, useRef, useState } from 'react'
import { UPLOADS } from '../../contract/uploads-path.ts'
import { isAnimated } from '../../data/pictures/animation.ts'
import { IconButton } from '../../ui/button.tsx'
import styles from './picture-motion.module.css'

/** WCAG 2.2.2: what starts by itself and moves for longer than this can be paused. */
const MOVES_MS = 5000

type Props = { image: RefObject<HTMLImageElement | null>; src: string }

/**
 * The pause and play button of an animated picture; nothing for any other. An animation stops after five
 * seconds, and never starts by itself under reduced motion. A browser cannot pause an `<img>`: while it is
 * paused, a still of it covers it.
 */
export function PictureMotion({ image, src }: Props) {
  const [isMoving, setMoving] = useState(false)
  const [isPlaying, setPlaying] = useState(
    () => !matchMedia('(prefers-reduced-motion: reduce)').matches,
  )
  const [isChosen, setChosen] = useState(false)

  useEffect(() => {
    let isGone = false
    mayMove(src).then((moves) => {
      if (!isGone) setMoving(moves)
    })
    return () => {
      isGone = true
    }
  }, [src])

  useEffect(() => {
    if (!isMoving || !isPlaying || isChosen) return
    const timer = setTimeout(() => setPlaying(false), MOVES_MS)
    return () => clearTimeout(timer)
  }, [isMoving, isPlaying, isChosen])

  if (!isMoving) return null
  return (
    <>
      {!isPlaying && <Still image={image} />}
      <IconButton
        label={isPlaying ? 'Pause animation' : 'Play animation'}
        className={styles.motion}
        onClick={() => {
          setChosen(true)
          setPlaying(!isPlaying)
        }}
      >
        {isPlaying ? <Pause size={22} aria-hidden="true" /> : <Play size={22} aria-hidden="true" />}
      </IconButton>
    </>
  )
}

/** A frame of the picture. It may be drawn, but not read, if it comes from another host. */
function Still({ image }: Pick<Props, 'image'>) {
  const canvas = useRef<HTMLCanvasElement>(null)
  useEffect(() => {
    if (!canvas.current || !image.current) return
    const { naturalWidth: width, naturalHeight: height } = image.current
    Object.assign(canvas.current, { width, height })
    canvas.current.getContext('2d')?.drawImage(image.current, 0, 0, width, height)
  }, [image])
  return <canvas ref={canvas} className={styles.still} />
}

/** A picture whose bytes cannot be read is here because of its address. */
async function mayMove(src: string): Promise<boolean> {
  if (!src.includes(UPLOADS)) return true
  const reply = await fetch(src).catch(() => undefined)
  return reply?.ok ? isAnimated(new Uint8Array(await reply.arrayBuffer())) : false
}
