import { expect, inject, onTestFinished, test } from 'vitest'
import { INVITATION_HEADER } from '../../src/contract/invitation.ts'
import { organiser } from '../testing/commands.ts'
import { createSchema, startProcess } from '../testing/processes.ts'

test('of 12 sign-ups at two processes with four uses, four succeed and are counted', async () => {
  const data = await createSchema(inject('postgres') ?? '')
  const start = () => startProcess(data, '--sign-up', 'invited')
  const processes = await Promise.all([start(), start()])
  onTestFinished(async () => {
    await Promise.all(processes.map(({ kill }) => kill()))
  })
  const run = organiser(data)
  const { link } = JSON.parse(await run('invite', '--uses', '4', '--json'))
  const headers = { [INVITATION_HEADER]: new URL(link).hash.replace('#invitation=', '') }
  const replies = await Promise.all(
    Array.from({ length: 12 }, (_, n) => {
      const url = `${processes[n % 2]?.url}/api/auth/signup`
      const body = JSON.stringify({ username: `rider-${n}`, password: 'Torque#1', name: 'Rider' })
      return fetch(url, { method: 'POST', headers, body })
    }),
  )
  const statuses = replies.map(({ status }) => status).sort()
  expect(statuses).toEqual([...Array(4).fill(201), ...Array(8).fill(403)])
  expect(JSON.parse(await run('invitations', '--json'))).toMatchObject([{ left: '0 of 4' }])
  expect(JSON.parse(await run('list', 'rider', '--json'))).toHaveLength(4)
})
