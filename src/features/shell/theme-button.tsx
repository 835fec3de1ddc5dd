import { Moon, Sun, SunMoon } from 'lucide-react'
import { IconButton } from '../../ui/button.tsx'
import { type Theme, useTheme } from './theme.ts'

const NEXT: Record<Theme, Theme> = { system: 'dark', dark: 'light', light: 'system' }
const ICONS = { system: SunMoon, dark: Moon, light: Sun }

/** Goes round: as the system, dark, light. */
export function ThemeButton() {
  const [theme, setTheme] = useTheme()
  const Icon = ICONS[theme]
  return (
    <IconButton
      label={`Theme: ${theme}. Switch to ${NEXT[theme]}`}
      onClick={() => setTheme(NEXT[theme])}
    >
      <Icon size={22} />
    </IconButton>
  )
}
