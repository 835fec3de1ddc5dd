import { encode } from 'uqr'
import { FRAME_MS, FrameReader, toFrames } from '../../src/data/sync/code-frames.ts'
import { localClub, localDevice, memoryKeys } from '../../sync/lab/devices.ts'
import type { Bench, Samples } from '../bench.ts'

/** Pixels of a module in the picture of the camera. */
const SCALE = 6

/** What a phone gives to another one, as codes: their bytes, and the time until a camera has read them all. */
export async function courier(bench: Bench): Promise<Samples> {
  return bench.sample({
    async app() {
      const values: Samples<number> = {}
      for (const count of [1, 30, 200]) {
        const bytes = await bundleOf(count)
        values[`kB${count}`] = bytes.length / 1000
        values[`s${count}`] = (await read(bytes)) / 1000
      }
      return values
    },
  })
}

async function bundleOf(count: number): Promise<Uint8Array<ArrayBuffer>> {
  const club = await localClub()
  const { user, token } = await club.addMember('mira')
  const device = localDevice(club, undefined, undefined, memoryKeys())
  await device.logIn(token)
  for (let n = 0; n < count; n++) {
    const body = { content: `Lap ${n} of the day: ${(n * 7919) % 997} s, and the tyres still hold` }
    await device.call('POST /api/posts', { body, token, prefer: 'return=minimal' })
  }
  const given = await device.give(user._id, false)
  if ('problem' in given) throw new Error(given.problem)
  return given.bytes
}

/** Shows the codes one after the other to a reader that needs its time. @returns ms */
async function read(bytes: Uint8Array): Promise<number> {
  const { default: decode } = await import('qr/decode.js')
  const reader = new FrameReader()
  let time = 0
  for (const frame of toFrames(bytes)) {
    const picture = pictureOf(encode(frame, { ecc: 'L', boostEcc: false, border: 4 }).data)
    const start = performance.now()
    const progress = reader.add(decode(picture))
    time += Math.max(FRAME_MS, performance.now() - start)
    if (progress?.bytes) return time
  }
  throw new Error('Not all codes were read')
}

function pictureOf(rows: readonly boolean[][]) {
  const edge = rows.length * SCALE
  const data = new Uint8ClampedArray(edge * edge * 4).fill(255)
  for (let y = 0; y < edge; y++) {
    for (let x = 0; x < edge; x++) {
      const isDark = rows[Math.floor(y / SCALE)]?.[Math.floor(x / SCALE)]
      if (isDark) data.fill(0, (y * edge + x) * 4, (y * edge + x) * 4 + 3)
    }
  }
  return { width: edge, height: edge, data }
}
