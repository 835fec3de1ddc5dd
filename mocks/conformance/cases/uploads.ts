import type { uploadCalls } from '../../../src/contract/uploads.ts'
import { UPLOADS } from '../../../src/contract/uploads-path.ts'
import { fileOf, picture, starts } from '../../testing/picture.ts'
import { type Scene, upload } from '../../testing/scene.ts'
import { type Cases, unknownId } from './case.ts'

const moved = { secure_url: 'https://pictures.test/moved.webp' }
const noUpload = ({ author }: Scene) => ({ params: { id: unknownId() }, token: author.token })
const onUpload = async (scene: Scene) => ({
  params: { id: await upload(scene, scene.author) },
  token: scene.author.token,
})

/** A club serves a picture without a token only while a post shows it (R10.24). */
const onShownUpload = async (scene: Scene) => {
  const { params, token } = await onUpload(scene)
  const body = { content: 'At dusk', imageUrl: UPLOADS + params.id }
  await scene.succeed('POST /api/posts', { body, token })
  return { params, token }
}

export const uploadCases: Cases<keyof typeof uploadCalls> = {
  'POST /api/uploads': {
    succeeds: ({ author }) => ({ body: { file: picture() }, token: author.token }),
    refuses: {
      noPicture: ({ author }) => ({
        body: { file: fileOf('<!doctype html>', { type: 'image/png' }) },
        token: author.token,
      }),
      hugePicture: ({ author }) => ({
        body: { file: fileOf('GIF89a\xff\xff\xff\xff') },
        token: author.token,
      }),
      largePicture: ({ author }) => ({
        body: { file: fileOf(starts['image/png'], { size: 10_000_001 }) },
        token: author.token,
      }),
    },
  },
  'GET /api/uploads/:id': { succeeds: onShownUpload, refuses: { unknownUpload: noUpload } },
  'POST /api/uploads/:id/moved': {
    succeeds: async (scene) => ({ ...(await onUpload(scene)), body: moved }),
    refuses: {
      moveForeignUpload: async (scene) => ({
        ...(await onUpload(scene)),
        body: moved,
        token: scene.stranger.token,
      }),
      movedElsewhere: async (scene) => ({
        ...(await onUpload(scene)),
        body: { secure_url: 'https://elsewhere.test/moved.webp' },
      }),
      unknownUpload: (scene) => ({ ...noUpload(scene), body: moved }),
    },
  },
}
