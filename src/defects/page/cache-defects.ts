import type { Mutation, QueryClient } from '@tanstack/react-query'
import type { PageDefect } from '../../contract/defects.ts'
import { viewerQuery } from '../../data/auth.ts'
import { bookmarksQuery } from '../../data/bookmarks.ts'
import { changePost } from '../../data/cached-rows.ts'
import type { Outgoing } from '../../data/drafts/draft.ts'
import { applyToPost, type PendingWrite } from '../../data/pending-writes.ts'
import { writePost } from '../../data/posts.ts'

/** Breaks the page until the signal aborts. */
export type PlantPage = (client: QueryClient, signal: AbortSignal) => void

let onDoubleClick: ((event: Event) => void) | undefined
// With any defect, so that the list of listeners in DevTools does not name one.
document.addEventListener('dblclick', (event) => onDoubleClick?.(event), true)

/** Defects in the caches of queries and mutations. Spoilers. */
export const cacheDefects = {
  /** A like that failed stays in the query cache, until it is read again. */
  'stuck-heart': (client, signal) =>
    onMutation(client, signal, 'error', ({ state: { variables } }) => {
      const write = variables as PendingWrite | undefined
      const viewer = client.getQueryData(viewerQuery.queryKey)
      if (write?.type !== 'like' || !viewer) return
      changePost(client, write.postId, (post) => applyToPost(post, [write], viewer))
    }),

  /** Follows do not wait for each other: an un-follow finds nothing to undo while the follow is on its way. */
  'follow-race'(client, signal) {
    const cache = client.getMutationCache()
    const build = cache.build.bind(cache)
    cache.build = (context, options, state) => {
      const isFollow = options.scope?.id === 'following'
      return build(context, isFollow ? { ...options, scope: undefined } : options, state)
    }
    signal.addEventListener('abort', () => {
      cache.build = build
    })
  },

  /** The second click of a double click sends the post again, under a key of its own: at once, or when the draft is stored. */
  'double-post'(client, signal) {
    let sent: { outgoing: Outgoing; at: number } | undefined
    let clickedAt = Number.NEGATIVE_INFINITY
    const isNow = (at = Number.NEGATIVE_INFINITY) => performance.now() - at < 1_000
    const send = (outgoing: Outgoing) => {
      const variables = { ...outgoing, key: undefined }
      client.getMutationCache().build(client, writePost).execute(variables).catch(console.error)
    }
    onMutation(client, signal, 'pending', ({ options, state }) => {
      if (options.mutationKey !== writePost.mutationKey) return
      const outgoing = state.variables as Outgoing
      // The second one.
      if (outgoing.key === undefined) return
      if (isNow(clickedAt)) send(outgoing)
      else sent = { outgoing, at: performance.now() }
    })
    onDoubleClick = ({ target }) => {
      if (!(target as Element).closest('[type=submit]')) return
      if (sent && isNow(sent.at)) send(sent.outgoing)
      else clickedAt = performance.now()
      sent = undefined
    }
    signal.addEventListener('abort', () => {
      onDoubleClick = undefined
    })
  },

  /** A deleted post comes back to the list of bookmarks, until that is read again. */
  'stale-bookmark'(client, signal) {
    const read = () => client.getQueryData(bookmarksQuery.queryKey)
    let before: ReturnType<typeof read>
    const isDeletion = ({ state }: Mutation) =>
      (state.variables as PendingWrite | undefined)?.type === 'deletePost'
    onMutation(client, signal, 'pending', (mutation) => {
      if (isDeletion(mutation)) before = read()
    })
    onMutation(client, signal, 'success', (mutation) => {
      if (isDeletion(mutation) && before) client.setQueryData(bookmarksQuery.queryKey, before)
    })
  },
} satisfies Partial<Record<PageDefect, PlantPage>>

function onMutation(
  client: QueryClient,
  signal: AbortSignal,
  type: 'pending' | 'success' | 'error',
  run: (mutation: Mutation) => void,
): void {
  const unsubscribe = client.getMutationCache().subscribe((event) => {
    if (event.type === 'updated' && event.action.type === type) run(event.mutation as Mutation)
  })
  signal.addEventListener('abort', unsubscribe)
}
