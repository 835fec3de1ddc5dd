import type { User } from '../../contract/entities.ts'

/** Whether the text stands in the first name or the username, whatever the case (spec §5). */
export function matchUser({ firstName, username }: User, text: string): boolean {
  const wanted = text.trim().toLowerCase()
  return [firstName, username].some((field) => field.toLowerCase().includes(wanted))
}
