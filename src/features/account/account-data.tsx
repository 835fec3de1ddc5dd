import { useMutation } from '@tanstack/react-query'
import { useState } from 'react'
import type { ViewedUser } from '../../contract/viewed.ts'
import { deleteAccount, readAccount } from '../../data/account.ts'
import { Button } from '../../ui/button.tsx'
import { Dialog, DialogActions } from '../../ui/dialog.tsx'
import { PasswordField } from '../../ui/field.tsx'
import { saveFile } from '../../ui/save-file.ts'
import { useInFlight } from '../../ui/timing.ts'
import styles from './account-data.module.css'
import { useValidation } from './use-validation.ts'

/** The viewer's data as a file (R9.10). */
export function DownloadData({ viewer }: { viewer: ViewedUser }) {
  const { mutateAsync } = useMutation(readAccount)
  const [download, busy] = useInFlight(async () =>
    saveFile(`gearheads-${viewer.username}.zip`, await mutateAsync()),
  )
  return (
    <>
      <p>Your profile, posts, comments, likes and pictures, as one file.</p>
      <Button variant="outline" busy={busy} onClick={download}>
        Download my data
      </Button>
    </>
  )
}

/** The end of the account (R9.10). */
export function DeleteAccount() {
  const [isAsking, setAsking] = useState(false)
  return (
    <>
      <p>Deletes your profile for good. Download your data first, if you want to keep them.</p>
      <Button variant="dangerOutline" onClick={() => setAsking(true)}>
        Delete my account
      </Button>
      {isAsking && <DeleteDialog onClose={() => setAsking(false)} />}
    </>
  )
}

function DeleteDialog({ onClose }: { onClose: () => void }) {
  const [password, setPassword] = useState('')
  const [keepPosts, setKeepPosts] = useState(false)
  const { mutateAsync } = useMutation(deleteAccount)
  const [remove, busy] = useInFlight(() => mutateAsync({ password, keepPosts }).catch(showRefusal))
  const { form, errors, showRefusal } = useValidation({ password }, remove)
  return (
    <Dialog title="Delete your account?" onClose={onClose}>
      <form
        ref={form.ref}
        className={styles.form}
        onSubmit={(event) => {
          event.preventDefault()
          if (password) remove()
        }}
      >
        <p>
          Your profile, follows, bookmarks and notifications are deleted. This cannot be undone.
        </p>
        <fieldset className={styles.choices}>
          <legend>Your posts and comments</legend>
          <Choice isChosen={!keepPosts} onChoose={() => setKeepPosts(false)}>
            Delete them, with your likes and pictures
          </Choice>
          <Choice isChosen={keepPosts} onChoose={() => setKeepPosts(true)}>
            Keep them, as those of “Former member”
          </Choice>
        </fieldset>
        <PasswordField
          label="Password"
          autoComplete="current-password"
          required
          error={errors.password}
          value={password}
          onChange={({ target }) => setPassword(target.value)}
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="danger" busy={busy}>
            Delete my account
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  )
}

type ChoiceProps = { isChosen: boolean; onChoose: () => void; children: string }

function Choice({ isChosen, onChoose, children }: ChoiceProps) {
  return (
    <label className={styles.choice}>
      <input type="radio" name="posts" checked={isChosen} onChange={onChoose} />
      {children}
    </label>
  )
}
