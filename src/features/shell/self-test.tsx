import { useQuery } from '@tanstack/react-query'
import { type ReactNode, useState } from 'react'
import { BUILD } from '../../pwa/build.ts'
import { isClub } from '../../pwa/club.ts'
import { type DeviceReport, keepData, reportOnDevice } from '../../pwa/offline.ts'
import { Button } from '../../ui/button.tsx'
import { useInFlight } from '../../ui/timing.ts'
import { InstallButton } from './install-button.tsx'
import styles from './self-test.module.css'

const REFUSED =
  'The browser refused. It usually agrees once the app is installed, or after some days of use. Until then, “Download my data” keeps a copy.'

/** Shows whether this device is ready for a demo without a network. */
export function SelfTest() {
  const report = useQuery({
    queryKey: ['device-report'],
    queryFn: reportOnDevice,
    staleTime: 0,
    gcTime: 0,
  })
  const { data } = report
  const [isRefused, setRefused] = useState(false)
  // The browser decides without a question, or asks.
  const [protect, isAsking] = useInFlight(async () => {
    setRefused(false)
    setRefused(!(await keepData()))
    await report.refetch()
  })
  return (
    <>
      <p className={styles.verdict} role="status">
        {data ? verdict(data) : 'Looking under the bonnet…'}
      </p>
      <dl className={styles.rows}>
        <Row name="Offline files">{data && (isReady(data) ? 'ready' : 'not ready yet')}</Row>
      </dl>
      <p role="status">
        {!data
          ? '\u00a0'
          : data.persisted
            ? 'Your data are protected: the browser keeps them until you delete them.'
            : isRefused
              ? REFUSED
              : 'The browser may delete these data when the device runs out of space.'}
      </p>
      <details>
        <summary className={styles.summary}>Details</summary>
        {data && (
          <dl className={styles.rows}>
            <Row name="Worker">
              {data.build === BUILD
                ? `running, build ${data.build}`
                : `build ${data.build}; this page is of ${BUILD}`}
            </Row>
            <Row name="Files">
              {data.kept} of {data.of}
            </Row>
            <Row name="Storage">
              {formatBytes(data.usage)} used of {formatBytes(data.quota)}
            </Row>
            {!isClub && <Row name="Database round trip">{data.roundTripMs.toFixed(1)} ms</Row>}
          </dl>
        )}
      </details>
      <div className={styles.actions}>
        <Button busy={report.isFetching} onClick={() => report.refetch()}>
          Check again
        </Button>
        {data && !data.persisted && (
          <Button busy={isAsking} onClick={protect}>
            Protect my data
          </Button>
        )}
        <InstallButton />
      </div>
    </>
  )
}

function isReady({ kept, of }: DeviceReport): boolean {
  return kept === of && of > 0
}

function verdict(report: DeviceReport): string {
  if (report.of === 0) return 'The dev server keeps nothing for offline use.'
  if (isReady(report) && isClub)
    return 'Ready offline. What you post is sent when the club can be reached.'
  if (isReady(report)) return 'Ready to work offline.'
  return 'Not ready to work offline yet. Leave the app open for a moment while you have signal.'
}

function Row({ name, children }: { name: string; children: ReactNode }) {
  return (
    <div>
      <dt>{name}</dt>
      <dd>{children}</dd>
    </div>
  )
}

function formatBytes(bytes: number): string {
  const [size, unit] = bytes < 1e9 ? [bytes / 1e6, 'MB'] : [bytes / 1e9, 'GB']
  return `${size.toLocaleString(undefined, { maximumFractionDigits: 1 })} ${unit}`
}
