import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { type Theme, useTheme } from './theme.ts'
import styles from './theme-controls.module.css'

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const ICONS = { system: SunMoon, dark: Moon, light: Sun }
const LABELS = { system: 'System', light: 'Light', dark: 'Dark' }
const THEMES = ['system', 'light', 'dark'] as const

/**
 * Switches between the system theme, dark and light.
 * @param className class of a button with a visible label; without one, the button is an icon
 */
export function ThemeButton({ className }: { className?: string }) {
  const [theme, setTheme] = useTheme()
  const Icon = ICONS[theme]
  const next = NEXT[theme]
  const label = `Theme: ${LABELS[theme]}`
  const name = `${label}. Switch to ${LABELS[next].toLowerCase()}`
  const icon = <Icon size={22} aria-hidden="true" />
  if (!className) {
    return (
      <IconButton label={name} onClick={() => setTheme(next)}>
        {icon}
      </IconButton>
    )
  }
  return (
    <button type="button" className={className} aria-label={name} onClick={() => setTheme(next)}>
      {icon}
      <span>{label}</span>
    </button>
  )
}

/** The theme as a setting. */
export function ThemeSetting() {
  const [theme, setTheme] = useTheme()
  return (
    <fieldset className={styles.setting}>
      <legend className={styles.legend}>Theme</legend>
      {THEMES.map((one) => {
        const Icon = ICONS[one]
        return (
          <label key={one} className={styles.choice}>
            <input
              type="radio"
              name="theme"
              checked={theme === one}
              onChange={() => setTheme(one)}
            />
            <Icon size={20} aria-hidden="true" />
            {LABELS[one]}
          </label>
        )
      })}
    </fieldset>
  )
}
