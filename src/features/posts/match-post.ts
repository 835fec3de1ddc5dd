import type { Post } from '../../contract/entities.ts'

/** Whether the text stands in the username or the content, whatever the case (spec §5). */
export function matchPost({ username, content }: Post, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [username, content].some((field) => field.toLowerCase().includes(wanted))
}
