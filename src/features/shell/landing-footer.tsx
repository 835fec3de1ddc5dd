import { Camera, CodeXml, MessagesSquare } from 'lucide-react'
import { Logo } from '../../ui/logo.tsx'
import styles from './landing.module.css'

const { VITE_REPOSITORY_URL, VITE_SOCIAL_URL_1, VITE_SOCIAL_URL_2 } = import.meta.env

const LINKS = [
  { label: 'Code repository', url: VITE_REPOSITORY_URL, icon: CodeXml },
  { label: 'Gearheads in pictures', url: VITE_SOCIAL_URL_1, icon: Camera },
  { label: 'Gearheads in talk', url: VITE_SOCIAL_URL_2, icon: MessagesSquare },
]

/** Logo, copyright line, the code repository and two social profiles (R2.9). */
export function LandingFooter() {
  return (
    <footer className={styles.footer}>
      <Logo size="small" />
      <p>© 2022 Gearheads</p>
      <ul className={styles.links}>
        {LINKS.map(({ label, url, icon: Icon }) => (
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
