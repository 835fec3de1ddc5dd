import { useMutation, useQuery } from '@tanstack/react-query'
import { type SubmitEvent, useState } from 'react'
import type { Generated, MockState } from '../../../contract/controls.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { fold } from '../../../contract/words.ts'
import { viewerQuery } from '../../../data/auth.ts'
import { takeSnapshot } from '../../../data/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextField } from '../../../ui/field.tsx'
import styles from '../controls/controls.module.css'
import { copyAndSay } from '../copy-text.ts'
import { LinkError } from '../link.ts'
import shared from '../tester.module.css'
import { useLink } from '../use-link.ts'
import { encodeScenario } from './scenario.ts'

const DATA = [
  { value: 'default', label: 'Seed data' },
  { value: 'empty', label: 'None' },
  { value: 'generated', label: 'Generated, as set above' },
  { value: 'snapshot', label: 'All current data' },
] as const

/** The users of the data that are the same everywhere. */
const USERNAMES: Record<string, string[]> = { default: Object.keys(seedPasswords), empty: [] }

type Props = Pick<MockState, 'settings' | 'version'> & { generated: Generated }

/** Copies a link that restores data, settings and log-in in any browser, after a confirmation. */
export function ScenarioForm({ settings, version, generated }: Props) {
  const { data: viewer } = useQuery(viewerQuery)
  const toAddress = useLink()
  const [data, setData] = useState('default')
  const [username, setUsername] = useState<string>()
  const shown = username ?? viewer?.username ?? ''

  async function link(): Promise<string> {
    const from =
      data === 'snapshot'
        ? { snapshot: await takeSnapshot() }
        : { seed: data === 'generated' ? generated : (data as 'default' | 'empty') }
    const known = from.snapshot?.users.map((user) => fold(user.username)) ?? USERNAMES[data]
    if (shown && known && !known.includes(fold(shown)))
      throw new LinkError(`${shown} is not a user of these data.`)
    const scenario = { version, ...from, settings, viewer: shown || undefined }
    return toAddress({ hash: await encodeScenario(scenario) })
  }
  const copy = useMutation({ mutationFn: () => copyAndSay(link(), 'Scenario link copied') })

  function submit(event: SubmitEvent) {
    event.preventDefault()
    if (!copy.isPending) copy.mutate()
  }
  return (
    <form className={shared.stack} aria-label="Scenario link" onSubmit={submit}>
      <div className={styles.line}>
        <SelectField label="Data" options={DATA} value={data} onValue={setData} />
        <TextField
          label="Logged in as"
          placeholder="nobody"
          autoCapitalize="none"
          value={shown}
          onChange={(event) => setUsername(event.target.value)}
        />
        <Button type="submit" busy={copy.isPending}>
          Copy scenario link
        </Button>
      </div>
      <p className={shared.quiet}>
        The link opens with these data, all settings above and this log-in, after a confirmation. It
        has no passwords: in current data, seeded users get theirs and all others the guest's.
      </p>
    </form>
  )
}
