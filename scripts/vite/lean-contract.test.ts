import { expect, test } from 'vitest'
import { pure, withoutDescriptions } from './lean-contract.ts'

test('the calls of a contract lose what only people, tests and types look at', () => {
  const code = `export const calls = {
    'GET /api/a': { summary: 'All, of a.', status: 200, reply: v.object({ reply: v.string() }) },
    'POST /api/a': {
      summary: "It's, new",
      auth: true,
      body: v.object({ text: v.string() }),
      refuses: [apiErrors.one, apiErrors.two],
      status: 201,
    },
  }`
  expect(withoutDescriptions(code).replace(/\s+/g, ' ')).toBe(
    "export const calls = { 'GET /api/a': { status: 200, }, " +
      "'POST /api/a': { auth: true, body: v.object({ text: v.string() }), status: 201, }, }",
  )
})

test('a module without calls stays as it is', () => {
  const code = "export const guest = { username: 'guest', password: 'Pitlane#66' }"
  expect(withoutDescriptions(code)).toBe(code)
})

test('every schema is marked as one that may be left out where nothing uses it', () => {
  const code = 'const Post = v.object({ likes: v.array(v.string()) })'
  const marked = pure(code)
  expect(marked.match(/\/\* @__PURE__ \*\/ v\.(object|array|string)\(/g)).toHaveLength(3)
  expect(marked.replaceAll('/* @__PURE__ */ ', '')).toBe(code)
})
