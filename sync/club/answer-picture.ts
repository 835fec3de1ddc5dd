import type { Host } from '../../mocks/host.ts'
import { handleRequest } from '../../mocks/pipeline.ts'
import { KEY_HEADER } from '../../src/contract/call.ts'
import { byProof, type ProvedWrite } from '../courier/author-of.ts'
import { PROOF_HEADER } from '../protocol.ts'

/** Does the upload of a picture that another phone delivers: a form like that of `POST /api/uploads`, with a proof. */
export async function answerPicture(server: Host, request: Request): Promise<Response> {
  const name = request.headers.get(KEY_HEADER) ?? ''
  const proof = request.headers.get(PROOF_HEADER) ?? ''
  const form = await request.formData().catch(() => new FormData())
  const file = form.get('file')
  const bytes = file instanceof Blob ? await file.arrayBuffer() : new ArrayBuffer()
  const call = 'POST /api/uploads'
  const write: ProvedWrite = { name, call, params: {}, file: { bytes }, proof }
  const headers = { [KEY_HEADER]: name }
  const upload = new Request('http://localhost/api/uploads', {
    method: 'POST',
    headers,
    body: form,
  })
  return handleRequest(byProof(server, write), upload, { name: call, params: {} })
}
