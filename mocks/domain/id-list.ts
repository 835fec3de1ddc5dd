/** `ids` with `id` last. */
export function withId(ids: readonly string[], id: string): string[] {
  return [...withoutId(ids, id), id]
}

export function withoutId(ids: readonly string[], id: string): string[] {
  return ids.filter((other) => other !== id)
}
