import { mutationOptions } from '@tanstack/react-query'
import { call } from '../client/call.ts'
import type { NewReport } from '../contract/report.ts'
import { observable } from '../pwa/observable.ts'

/** What somebody wants to report, and whose it is. */
export type Reported = { userId: string; username: string } & (
  | { kind: 'post'; postId: string }
  | { kind: 'comment'; postId: string; commentId: string }
  | { kind: 'person' }
)

/** What the dialog is open for. It is one for all menus, and `_viewer.tsx` shows it. */
export const openReport = observable<Reported | undefined>(undefined)

/** Report something to the organiser of the club. */
export const sendReport = mutationOptions({
  mutationFn: ({ about, body }: { about: Reported; body: NewReport }) => {
    switch (about.kind) {
      case 'post':
        return call('POST /api/posts/report/:postId', { params: { postId: about.postId }, body })
      case 'comment': {
        const { postId, commentId } = about
        const params = { postId, commentId }
        return call('POST /api/comments/report/:postId/:commentId', { params, body })
      }
      case 'person':
        return call('POST /api/users/report/:id', { params: { id: about.userId }, body })
    }
  },
  meta: { done: 'Reported to the organiser', corrects: true },
})
