import type { HttpResponse } from '../client/http.ts'
import type { Page } from './query-keys.ts'

/** Options of every query over a paged list. A page parameter is where its page starts; empty is the first. */
export const paged = {
  initialPageParam: '',
  getNextPageParam: ({ next }: Page<unknown>) => next,
}

/** The query parameters of a page with at most `limit` rows. */
export function pageQuery(before: string, limit: number): { limit: string; before?: string } {
  return { limit: String(limit), ...(before && { before }) }
}

/** Builds a page of a response. Its `Link` header says where the next page starts. */
export function readPage<Row>(rows: Row[], { headers }: HttpResponse): Page<Row> {
  const [, next] = /[?&]before=([^&>]+)[^>]*>; rel="next"/.exec(headers.link ?? '') ?? []
  return { rows, next }
}
