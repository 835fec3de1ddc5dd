import * as v from 'valibot'
import type { Changes } from './changes.ts'

/** Schema of {@link Changes}. Separate from `changes.ts`, so that the page loads no validator with it. */
export const ChangesSchema = v.object({
  by: v.string(),
  changes: v.optional(
    v.array(
      v.object({
        table: v.picklist(['users', 'posts', 'comments', 'notifications']),
        kind: v.picklist(['added', 'changed', 'removed']),
        _id: v.string(),
        postId: v.optional(v.string()),
      }),
    ),
  ),
}) satisfies v.GenericSchema<unknown, Partial<Changes>>
