import { useMutation, useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import type { Device } from '../../contract/devices.ts'
import { isolatedName } from '../../contract/direction.ts'
import { devicesQuery, removeDevice } from '../../data/devices.ts'
import { Button } from '../../ui/button.tsx'
import { ConfirmDialog } from '../../ui/dialog.tsx'
import { RetryText } from '../../ui/error-boundary.tsx'
import { useKeptFocus } from '../../ui/kept-focus.ts'
import styles from './device-list.module.css'

/** The devices of the viewer that can hand posts over, each with a button that removes it (R9.12). */
export function DeviceList() {
  const { data: devices, refetch } = useQuery(devicesQuery)
  const { mutateAsync: remove } = useMutation(removeDevice)
  const [chosen, setChosen] = useState<Device>()
  const keptFocus = useKeptFocus()
  return (
    <div className={styles.devices} {...keptFocus}>
      <p>
        Without a signal, these devices can hand your posts over to a phone nearby, which sends
        them.
      </p>
      {devices === null && (
        <p role="status">
          <RetryText text="This list needs a connection to the club." onRetry={refetch} />
        </p>
      )}
      {devices?.length === 0 && <p>None yet. A device is added after its log-in.</p>}
      <ul className={styles.list}>
        {devices?.map((device) => (
          <li key={device.kid} className={styles.row}>
            <div>
              <p>
                {device.name}
                {device.isThis && ' (this device)'}
              </p>
              <p className={styles.note}>
                Since {moment(device.createdAt)}, last used {day(device.usedAt)}
              </p>
            </div>
            <Button
              aria-label={`Remove ${device.name}${device.isThis ? ' (this device)' : ''}, since ${moment(device.createdAt)}`}
              onClick={() => setChosen(device)}
            >
              Remove
            </Button>
          </li>
        ))}
      </ul>
      {chosen && (
        <ConfirmDialog
          title="Remove this device?"
          text={`${isolatedName(chosen.name)}${chosen.isThis ? ' (this device)' : ''}, since ${moment(chosen.createdAt)}, can't hand posts over any more, and what it has handed over and the club has not seen yet is refused. It stays logged in: to end its session, use “Log out everywhere else” or set a new password.`}
          action="Remove"
          onConfirm={() => remove(chosen.kid).finally(() => setChosen(undefined))}
          onClose={() => setChosen(undefined)}
        />
      )}
    </div>
  )
}

/** Two devices can have one name and one day. */
function moment(time: number): string {
  return new Date(time).toLocaleString('en', { dateStyle: 'medium', timeStyle: 'short' })
}

function day(time: number): string {
  return new Date(time).toLocaleDateString('en', { dateStyle: 'medium' })
}
