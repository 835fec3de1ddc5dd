import type { LabPost, LabState, LabStep } from '../../../sync/lab/messages.ts'
import { Button } from '../../ui/button.tsx'
import { count } from '../../ui/count.ts'
import styles from './lab.module.css'

/** Of the log, the newest. */
const SHOWN = 20

type ClubStep = Extract<LabStep, { do: 'restartClub' | 'backUpClub' | 'restoreClub' }>
type Props = { club: LabState['club']; onStep: (step: ClubStep) => void }

/** The rows of the club, and its log of writes. */
export function ClubCard({ club, onStep }: Props) {
  return (
    <section className={styles.machine} data-club aria-labelledby="lab-club">
      <h2 id="lab-club">Club</h2>
      <p className={styles.quiet}>Has the last word: phones take its result.</p>
      <h3>Posts</h3>
      {club.posts.length === 0 ? (
        <p className={styles.quiet}>None.</p>
      ) : (
        <ul className={styles.rows}>
          {club.posts.map((post) => (
            <li key={post._id} className={styles.row}>
              <ClubPost post={post} />
            </li>
          ))}
        </ul>
      )}
      <h3>Log of writes</h3>
      <p className={styles.quiet}>In the order of arrival. A phone’s cursor is a place in it.</p>
      <ol className={styles.log} reversed start={club.log.length}>
        {club.log.slice(0, SHOWN).map(({ id, text }) => (
          <li key={id}>{text}</li>
        ))}
      </ol>
      <details>
        <summary>More about the club</summary>
        <div className={styles.buttons}>
          <Button onClick={() => onStep({ do: 'restartClub' })}>Restart it</Button>
          <Button onClick={() => onStep({ do: 'backUpClub' })}>Back it up</Button>
          <Button onClick={() => onStep({ do: 'restoreClub' })}>Restore the backup</Button>
        </div>
        <p className={styles.quiet}>
          A restored club has forgotten what was written since the backup, and so have its phones
          after the next sync.
        </p>
      </details>
    </section>
  )
}

function ClubPost({ post: { author, text, likes, comments } }: { post: LabPost }) {
  return (
    <>
      <p>
        <strong>{author}</strong> {text}
      </p>
      <p className={styles.quiet}>{count(likes, 'like')}</p>
      {comments.map((comment) => (
        <p key={comment._id} className={styles.comment}>
          <strong>{comment.author}</strong> {comment.text}
          {comment.upvotes > 0 && (
            <span className={styles.quiet}> {count(comment.upvotes, 'up-vote')}</span>
          )}
        </p>
      ))}
    </>
  )
}
