const UUIDS = /[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}/g

/** What a write says: its parameters and body. */
type Content = { params: Record<string, string>; body?: unknown }

/** Whether a write is about one of the rows with these names, such as a comment on a post that was written before. */
export function refersTo({ params, body }: Content, names: ReadonlySet<string>): boolean {
  if (names.size === 0) return false
  return (
    JSON.stringify({ params, body })
      .match(UUIDS)
      ?.some((name) => names.has(name)) === true
  )
}

/** The write with the new names of rows in place of the old ones. */
export function withNames<Write extends Content>(
  write: Write,
  renamed: ReadonlyMap<string, string>,
): Write {
  const { params, body } = write
  const text = JSON.stringify({ params, body }).replace(UUIDS, (id) => renamed.get(id) ?? id)
  return { ...write, ...JSON.parse(text) }
}
