import type { ReactNode, SubmitEvent } from 'react'
import { Button } from '../../../ui/button.tsx'
import { SelectField } from '../../../ui/select-field.tsx'
import { Panel } from '../panel.tsx'
import { AuthField } from './auth-field.tsx'
import { BodyField } from './body-field.tsx'
import { HeaderEditor } from './header-editor.tsx'
import styles from './request-panel.module.css'
import { METHODS, type Method, type RequestForm, withBodyText } from './tester-request.ts'

const methods = METHODS.map((method) => ({ value: method, label: method }))

type Props = {
  form: RequestForm
  onForm: (change: (form: RequestForm) => RequestForm) => void
  viewer?: string
  pending: boolean
  onSubmit: () => void
  onCancel: () => void
  /** Below the fields: what else to do with the request. */
  children?: ReactNode
}

/** Where a request is put together and sent (spec §2). */
export function RequestPanel({
  form,
  onForm,
  viewer,
  pending,
  onSubmit,
  onCancel,
  children,
}: Props) {
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }
  const change = (fields: Partial<RequestForm>) => onForm((old) => ({ ...old, ...fields }))
  return (
    <Panel title="Request">
      <form aria-label="Request" className={styles.form} onSubmit={submit} noValidate>
        <div className={styles.line}>
          <SelectField
            label="Method"
            bare
            options={methods}
            value={form.method}
            onValue={(method) => change({ method: method as Method })}
          />
          <input
            type="text"
            inputMode="url"
            aria-label="Endpoint"
            placeholder="Enter your endpoint"
            className={styles.endpoint}
            autoComplete="off"
            autoCapitalize="none"
            spellCheck={false}
            value={form.endpoint}
            onChange={(event) => change({ endpoint: event.target.value })}
          />
        </div>
        <div className={styles.line}>
          <AuthField choice={form.auth} viewer={viewer} onChoice={(auth) => change({ auth })} />
          {pending && <Button onClick={onCancel}>Cancel</Button>}
          <Button type="submit" look="primary" aria-keyshortcuts="Control+Enter Meta+Enter">
            Submit
          </Button>
        </div>
        <HeaderEditor
          rows={form.rows}
          onRows={(edit) => onForm((old) => ({ ...old, rows: edit(old.rows) }))}
        />
        <BodyField {...form} onText={(text) => onForm((old) => withBodyText(old, text))} />
      </form>
      {children}
    </Panel>
  )
}
