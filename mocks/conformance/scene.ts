import { onTestFinished } from 'vitest'
import type { Post } from '../../src/contract/entities.ts'
import type { People, Person, Scene } from '../testing/scene.ts'
import * as make from '../testing/scene.ts'
import { newUsername } from './cases/case.ts'
import { call, succeed } from './client.ts'

export type { Person }
export const PASSWORD = 'Torque#1'

/** A user without relations to any other user on the server. */
export async function newMember(): Promise<Person> {
  const body = { username: newUsername(), password: PASSWORD, name: 'Contract Driver' }
  const { createdUser, encodedToken } = await succeed('POST /api/auth/signup', { body })
  return { user: createdUser, token: encodedToken, password: PASSWORD }
}

/** Three users, shared by many tests: a sign-up is slow, because passwords are hashed. */
export function people(): Promise<People> {
  known ??= Promise.all([newMember(), newMember(), newMember()]).then(
    ([author, reader, stranger]) => ({
      author,
      reader,
      stranger,
    }),
  )
  return known
}
let known: Promise<People> | undefined

/** A scene on the server under test, removed after the test because the server may have other users. */
export async function scene(): Promise<Scene> {
  return make.makeScene(call, await people(), onTestFinished)
}

const client = { call, succeed }
export const writePost = (person: Person, content?: string) =>
  make.writePost(client, person, content)
export const writeComment = (person: Person, post: Post) => make.writeComment(client, person, post)
export const upload = (person: Person) => make.upload(client, person)

export async function readPost(postId: string): Promise<Post> {
  return (await succeed('GET /api/posts/:postId', { params: { postId } })).post
}

export async function readUser({ user }: Person) {
  return (await succeed('GET /api/users/:id', { params: { id: user._id } })).user
}
