import { PRIVACY_PATH } from '../../contract/privacy-path.ts'
import { isClub } from '../../pwa/club.ts'
import { shortcutsListed } from '../../ui/shortcuts.ts'
import { FOOTER_LINKS } from './landing.tsx'
import styles from './links-card.module.css'

/** Those of a fork: nobody is at the addresses with which the app comes. */
const real = FOOTER_LINKS.filter(({ url }) => url && !/\.example(\/|$)/.test(url))

/** At the end of the right column (R2.36). */
export function LinksCard() {
  return (
    <section aria-label="More of Gearheads">
      <ul className={styles.links}>
        <li>
          <button type="button" onClick={() => shortcutsListed.set(true)}>
            Keyboard shortcuts
          </button>
        </li>
        <li>
          <a href={`${import.meta.env.BASE_URL}api/openapi.json`}>API description</a>
        </li>
        {isClub && (
          <li>
            <a href={PRIVACY_PATH}>Privacy at this club</a>
          </li>
        )}
        {real.map(({ label, url }) => (
          <li key={label}>
            <a href={url} target="_blank" rel="noreferrer">
              {label}
            </a>
          </li>
        ))}
      </ul>
    </section>
  )
}
