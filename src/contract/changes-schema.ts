import * as v from 'valibot'
import type { Changes } from './changes.ts'

/** Schema of {@link Changes}. In a file of its own, because the page has no use for it. */
export const ChangesSchema = v.object({
  by: v.string(),
  changes: v.optional(
    v.array(
      v.object({
        table: v.picklist(['users', 'posts', 'comments']),
        kind: v.picklist(['added', 'changed', 'removed']),
        _id: v.string(),
        postId: v.optional(v.string()),
      }),
    ),
  ),
}) satisfies v.GenericSchema<unknown, Partial<Changes>>
