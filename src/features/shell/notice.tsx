import { type ReactNode, useSyncExternalStore } from 'react'
import type { Observable } from '../../pwa/observable.ts'
import styles from './notices.module.css'

type NoticeProps = { icon: ReactNode; text: string; children?: ReactNode }

/** A message of the app itself, with its buttons. */
export function Notice({ icon, text, children }: NoticeProps) {
  return (
    <div className={styles.notice}>
      <span aria-hidden="true">{icon}</span>
      <p>{text}</p>
      {children}
    </div>
  )
}

export function useValue<Value>({ subscribe, get }: Observable<Value>): Value {
  return useSyncExternalStore(subscribe, get)
}
