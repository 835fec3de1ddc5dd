import { shownPhoto } from '../../contract/shown-photo.ts'
import type { ViewedUser } from '../../contract/viewed.ts'
import type { Submitted } from '../../data/drafts/draft.ts'
import { changeSubmitted } from '../../data/drafts/queue.ts'
import type { useDraft } from '../../data/drafts/use-draft.ts'
import { lazyPart } from '../../ui/lazy-part.tsx'
import cards from './card.module.css'
import { Card } from './card.tsx'
import type { ContentKind } from './content-texts.ts'
import styles from './picture-previews.module.css'
import { PictureTile } from './picture-tile.tsx'
import { stopUpload, useProgress } from './use-upload.ts'

const RefusedActions = lazyPart(
  async () => (await import('./refused-actions.tsx')).RefusedActions,
  { loading: <span className={cards.placeholder} /> },
)

type Props = {
  kind: ContentKind
  viewer: ViewedUser
  /** The draft that has them in its queue. */
  draft: ReturnType<typeof useDraft>
}

/** The posts or comments of the viewer that are being sent or were refused, newest first. */
export function PendingList({ draft, ...props }: Props) {
  return draft.queue
    .toReversed()
    .map((submitted) => (
      <PendingCard key={submitted.key} {...props} draft={draft} submitted={submitted} />
    ))
}

/** Without a link to it: it has no address yet. */
function PendingCard({ kind, viewer, draft, submitted }: Props & { submitted: Submitted }) {
  const { pictures = [], isRefused, ...content } = submitted
  const { _id: userId, username, firstName, profilePhoto } = viewer
  const author = { userId, username, firstName, userPhoto: shownPhoto(profilePhoto) }
  return (
    <div className={isRefused ? undefined : cards.pending} aria-busy={!isRefused || undefined}>
      <Card
        kind={kind}
        item={{ ...author, ...content }}
        time={isRefused ? 'Not sent' : 'sending…'}
        previews={
          pictures.length > 0 &&
          !content.imageUrl && <Previews draft={draft} submitted={submitted} />
        }
        actions={
          isRefused ? (
            <RefusedActions kind={kind} draft={draft} submitted={submitted} />
          ) : (
            <span className={cards.placeholder} />
          )
        }
      />
    </div>
  )
}

/** The pictures until all are uploaded. Removing one cancels its upload, and the post with it. */
function Previews({ draft, submitted }: Pick<Props, 'draft'> & { submitted: Submitted }) {
  const { key, pictures = [], isRefused } = submitted
  const progressOf = useProgress()
  function remove(id: string) {
    const left = pictures.filter((one) => one.id !== id)
    draft.change(changeSubmitted(draft.now(), key, { pictures: left }))
    stopUpload(id)
  }
  const isSeveral = pictures.length > 1
  return (
    <div className={styles.tiles} data-several={isSeveral || undefined}>
      {pictures.map(({ id, blob, isRaw, url }, at) => (
        <PictureTile
          key={id}
          picture={isRaw ? undefined : (blob ?? url)}
          number={isSeveral ? ` ${at + 1}` : ''}
          {...progressOf(id)}
          onRemove={isRefused || url ? undefined : () => remove(id)}
        />
      ))}
    </div>
  )
}
