import { Camera, CodeXml, MessagesSquare } from 'lucide-react'
import type { ReactNode } from 'react'
import { PRIVACY_PATH } from '../../contract/privacy-path.ts'
import { Logo } from '../../ui/logo.tsx'
import { usePageTitle } from '../../ui/screen.tsx'
import styles from './landing.module.css'

const { VITE_REPOSITORY_URL, VITE_SOCIAL_URL_1, VITE_SOCIAL_URL_2 } = import.meta.env

const SEED = `${import.meta.env.BASE_URL}seed/`

export const FOOTER_LINKS = [
  { label: 'Code repository', url: VITE_REPOSITORY_URL, icon: CodeXml },
  { label: 'Gearheads photos', url: VITE_SOCIAL_URL_1, icon: Camera },
  { label: 'Gearheads community', url: VITE_SOCIAL_URL_2, icon: MessagesSquare },
]

/**
 * The landing screen: brand on the left, a card on the right, the footer below (R2.5).
 * @param brief on narrow screens, only the logo is above the card
 */
export function Landing({ children, brief }: { children: ReactNode; brief?: boolean }) {
  usePageTitle('Social media for gear heads')
  return (
    <div className={styles.page}>
      <main className={styles.main}>
        <div className={styles.brand} data-brief={brief}>
          <Logo size="large" />
          <h1 tabIndex={-1}>
            Social media for <span>gear heads.</span>
          </h1>
          {/* All are in the page as HTML, because that is the same for devices and all clubs. */}
          <p className={styles.onDevice}>
            No server, no signal, no problem. It all runs on your device.
          </p>
          <p className={styles.inClub}>Builds, rides and the people behind them, in one garage.</p>
          <p className={styles.membersOnly}>Only members can see this club's posts.</p>
          <img src={`${SEED}posts/roadster-sunset.svg`} alt="" />
          <div className={styles.post}>
            <img src={`${SEED}people/mira.svg`} alt="" width="44" height="44" />
            <p>
              <b>Mira Okafor</b> @mira
              <br />
              Top down, 5 °C, heater on full. Worth every minute.
            </p>
          </div>
        </div>
        <div className={styles.card}>{children}</div>
      </main>
      <Footer />
    </div>
  )
}

/** Logo, copyright line, the code repository and two social profiles (R2.9). */
function Footer() {
  return (
    <footer className={styles.footer}>
      <Logo size="small" />
      <p>© 2022 Gearheads</p>
      <a href={PRIVACY_PATH} className={styles.privacy}>
        Privacy
      </a>
      <ul className={styles.links}>
        {FOOTER_LINKS.map(({ label, url, icon: Icon }) => (
          <li key={label}>
            <a href={url} target="_blank" rel="noreferrer" aria-label={label} title={label}>
              <Icon size={22} aria-hidden="true" />
            </a>
          </li>
        ))}
      </ul>
    </footer>
  )
}
