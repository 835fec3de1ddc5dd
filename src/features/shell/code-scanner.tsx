import { useEffect, useRef, useState } from 'react'
import { checkCanvas, newPageCanvas } from '../../data/pictures/canvas.ts'
import { FrameReader } from '../../data/sync/code-frames.ts'
import { useWakeLock } from './code-loop.tsx'
import styles from './hand-over.module.css'

type Props = {
  /** The bytes of a whole loop. */
  onBytes: (bytes: Uint8Array<ArrayBuffer>) => void
  /** The camera cannot be used, or its pictures cannot be read (`NoiseError`). */
  onFailure: (error: unknown) => void
}

/** The longer edge of the pictures that are searched, in px. */
const EDGE = 1_280

/** Reads a loop of QR codes with the camera of this phone. */
export function CodeScanner({ onBytes, onFailure }: Props) {
  const video = useRef<HTMLVideoElement>(null)
  const [progress, setProgress] = useState({ have: 0, count: 0 })
  const handlers = useRef({ onBytes, onFailure })
  handlers.current = { onBytes, onFailure }
  useEffect(() => {
    const stop = new AbortController()
    const element = video.current
    if (element)
      scan(element, stop.signal, setProgress).then(
        (bytes) => bytes && handlers.current.onBytes(bytes),
        (error) => stop.signal.aborted || handlers.current.onFailure(error),
      )
    return () => stop.abort()
  }, [])
  useWakeLock()
  const { have, count } = progress
  const done = count > 0 ? have / count : 0
  return (
    <div className={styles.scanner}>
      <video ref={video} className={styles.video} muted playsInline aria-label="Camera" />
      <svg
        className={styles.ring}
        viewBox="0 0 36 36"
        role="progressbar"
        aria-label="Codes read"
        aria-valuemin={0}
        aria-valuemax={count || 1}
        aria-valuenow={have}
      >
        <circle cx="18" cy="18" r="16" />
        <circle cx="18" cy="18" r="16" pathLength="1" strokeDasharray={`${done} 1`} />
        <text x="18" y="21.5" textAnchor="middle">
          {count > 0 ? `${have}/${count}` : '…'}
        </text>
      </svg>
    </div>
  )
}

/**
 * @returns the bytes; `undefined` when `signal` has aborted
 * @throws DOMException when the user or the device refuses the camera
 * @throws NoiseError when the browser changes the pictures
 */
async function scan(
  video: HTMLVideoElement,
  signal: AbortSignal,
  onProgress: (progress: { have: number; count: number }) => void,
): Promise<Uint8Array<ArrayBuffer> | undefined> {
  const [{ default: decode }, stream] = await Promise.all([
    import('qr/decode.js'),
    navigator.mediaDevices.getUserMedia({
      video: { facingMode: 'environment', width: { ideal: EDGE } },
    }),
  ])
  try {
    await checkCanvas(newPageCanvas)
    video.srcObject = stream
    await video.play()
    const canvas = document.createElement('canvas')
    const context = canvas.getContext('2d', { willReadFrequently: true })
    const reader = new FrameReader()
    while (context && !signal.aborted) {
      await nextFrame(video)
      const text = readCode(decode, video, context)
      const progress = text === undefined ? undefined : reader.add(text)
      if (progress) onProgress(progress)
      if (progress?.bytes) return progress.bytes
    }
    return undefined
  } finally {
    for (const track of stream.getTracks()) track.stop()
  }
}

type Decode = (image: { width: number; height: number; data: Uint8ClampedArray }) => string

/** @returns the text of a code in the picture; `undefined` if there is none */
function readCode(
  decode: Decode,
  video: HTMLVideoElement,
  context: CanvasRenderingContext2D,
): string | undefined {
  const { videoWidth, videoHeight } = video
  const scale = Math.min(1, EDGE / Math.max(videoWidth, videoHeight))
  const width = Math.round(videoWidth * scale)
  const height = Math.round(videoHeight * scale)
  Object.assign(context.canvas, { width, height })
  context.drawImage(video, 0, 0, width, height)
  try {
    return decode(context.getImageData(0, 0, width, height))
  } catch {
    return undefined
  }
}

/** Also without new pictures, so that the loop ends when the camera does. */
function nextFrame(video: HTMLVideoElement): Promise<unknown> {
  return new Promise((resolve) => {
    video.requestVideoFrameCallback(resolve)
    setTimeout(resolve, 500)
  })
}
