import { ContentCard } from './content-card.tsx'
import styles from './sending-card.module.css'

type Props = {
  photo: string
  username: string
  content: string
  imageUrl?: string | null
  compact?: boolean
}

/** What somebody just wrote, shown in its place while it is on its way. */
export function SendingCard(props: Props) {
  return (
    <div className={styles.sending} aria-busy="true">
      <ContentCard
        {...props}
        imageUrl={props.imageUrl ?? undefined}
        author={props.username}
        time="sending…"
        actions={<span className={styles.actions} />}
      />
    </div>
  )
}
