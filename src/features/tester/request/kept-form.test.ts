import { expect, it, vi } from 'vitest'
import { formAtStart, keepForm } from './kept-form.ts'
import { DEFAULT_REQUEST, toForm, toRequest, withBodyText } from './request-model.ts'

it('keeps the body as typed for a reload, and what is sent then; not its secrets (R14.38)', () => {
  const stored = new Map<string, string>()
  vi.stubGlobal('sessionStorage', {
    getItem: (key: string) => stored.get(key) ?? null,
    setItem: (key: string, value: string) => void stored.set(key, value),
    removeItem: (key: string) => void stored.delete(key),
  })
  vi.stubGlobal('location', new URL('http://gearheads.test/mock'))
  vi.spyOn(performance, 'getEntriesByType').mockReturnValue([{ type: 'reload' } as never])
  const valid = toForm({ ...DEFAULT_REQUEST, method: 'POST', body: '{"content":"before"}' })
  const text = '{"content": "this text I typed", "password": "'
  keepForm(withBodyText(valid, `${text}Torque#1`))
  const form = formAtStart(DEFAULT_REQUEST)
  expect(form).toMatchObject({ bodyText: text, bodyError: 'Error in JSON format' })
  expect(toRequest(form)).toMatchObject({ method: 'POST', body: '{\n  "content": "before"\n}' })
})
