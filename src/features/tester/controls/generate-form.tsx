import { type SubmitEvent, useState } from 'react'
import type { Generated } from '../../../contract/controls.ts'
import { Button } from '../../../ui/button.tsx'
import { TextField } from '../../../ui/text-field.tsx'
import styles from './controls.module.css'

/** Asks for so many users and posts, made from a number: the same for the same number. */
export function GenerateForm({ onGenerate }: { onGenerate: (wanted: Generated) => void }) {
  const [wanted, setWanted] = useState({ users: '50', posts: '500', seed: '1' })
  const fields = [
    { key: 'users', label: 'Users', min: 1, max: 1000 },
    { key: 'posts', label: 'Posts', min: 0, max: 50_000 },
    { key: 'seed', label: 'Seed', min: 0, max: 0xffff_ffff },
  ] as const

  function submit(event: SubmitEvent) {
    event.preventDefault()
    const { users, posts, seed } = wanted
    onGenerate({ users: Number(users), posts: Number(posts), seed: Number(seed) })
  }

  return (
    <form className={styles.line} aria-label="Generate data" onSubmit={submit}>
      {fields.map(({ key, ...field }) => (
        <TextField
          key={key}
          {...field}
          type="number"
          required
          value={wanted[key]}
          onChange={(event) => setWanted({ ...wanted, [key]: event.target.value })}
        />
      ))}
      <Button type="submit">Generate</Button>
    </form>
  )
}
