import { type UnsentWrite, wordsOf } from '../../../sync/messages.ts'
import type { Outgoing } from '../drafts/draft.ts'

/** The most characters of a text that are quoted. */
const QUOTED = 60

/** How the rows that a write names are called, such as "mira's post" and "mira". */
export type RowNames = { post: string; user: string }

/** A write in plain words, such as `Like mira's post`. */
export function describeWrite({ change, body }: UnsentWrite, names: RowNames): string {
  const { content = '', imageUrl, images } = Object(body) as Partial<Outgoing>
  const pictures = images ? ` with ${images.length} pictures` : imageUrl ? ' with a picture' : ''
  return wordsOf(change, { ...names, text: content ? `: “${shorten(content)}”` : pictures })
}

/** The texts of a profile edit by their labels in Settings, so that none is lost when the edit is refused. */
export function profileTexts({ call, body }: UnsentWrite): [label: string, text: string][] {
  if (call !== 'POST /api/users/edit') return []
  const { username, firstName, bio } = Object(Object(body).userData) as Record<string, string>
  const texts = [
    ['User-Name', username],
    ['Name', firstName],
    ['Bio', bio],
  ]
  return texts.filter((pair): pair is [string, string] => Boolean(pair[1]))
}

function shorten(text: string): string {
  const line = text.replace(/\s+/g, ' ').trim()
  const characters = [...line]
  return characters.length > QUOTED ? `${characters.slice(0, QUOTED).join('')}…` : line
}

/** "1 change", "3 changes". */
export function countOf(writes: readonly unknown[]): string {
  return `${writes.length} ${writes.length === 1 ? 'change' : 'changes'}`
}
