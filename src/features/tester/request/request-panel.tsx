import {
  type ReactNode,
  type Ref,
  type SubmitEvent,
  useId,
  useMemo,
  useSyncExternalStore,
} from 'react'
import { guest } from '../../../contract/guest.ts'
import { seedPasswords } from '../../../contract/seed-passwords.ts'
import { Button } from '../../../ui/button.tsx'
import { SelectField, TextArea } from '../../../ui/field.tsx'
import { Tabs } from '../../../ui/tabs.tsx'
import { isFormCall } from '../api-list/endpoints.ts'
import { formatBytes } from '../format.ts'
import shared from '../tester.module.css'
import { warningsOf } from './address.ts'
import { changesOf } from './exact-json.ts'
import { HeaderEditor } from './header-editor.tsx'
import styles from './request.module.css'
import {
  type AuthChoice,
  asJson,
  countUsed,
  METHODS,
  type Method,
  PARTS,
  type RequestForm,
  toRequest,
  withBodyText,
} from './request-model.ts'
import { usePaste } from './use-paste.tsx'

const methods = METHODS.map((method) => ({ value: method, label: method }))

type Props = {
  form: RequestForm
  onForm: (change: (form: RequestForm) => RequestForm) => void
  viewer?: string
  /** A link has filled in the form, and nothing of it was sent yet. */
  isLinked: boolean
  isPending: boolean
  onSubmit: () => void
  onCancel: () => void
  /** For a call that takes one. */
  file: File | undefined
  onFile: (file: File | undefined) => void
  /** Where the form begins. */
  bar: Ref<HTMLDivElement>
  /** Beside Submit. */
  actions?: ReactNode
  /** More actions for the request, below the fields. */
  children?: ReactNode
}

/** The form to edit and send a request (R14.1): one bar for the call, and the rest of it below. */
export function RequestPanel(props: Props) {
  const { form, onForm, viewer, isPending, onSubmit, onCancel, children } = props
  const paste = usePaste({ form, onForm, isPending })
  const titleId = useId()
  function submit(event: SubmitEvent) {
    event.preventDefault()
    onSubmit()
  }
  const change = (fields: Partial<RequestForm>) => onForm((old) => ({ ...old, ...fields }))
  return (
    <section aria-labelledby={titleId} className={shared.noBox}>
      <form aria-label="Request" className={shared.noBox} onSubmit={submit} noValidate>
        <div ref={props.bar} className={`${shared.card} ${shared.bar}`}>
          <h2 id={titleId} className={shared.hidden}>
            Request
          </h2>
          <div className={styles.call}>
            <SelectField
              label="Method"
              hideLabel
              options={methods}
              value={form.method}
              onValue={(method) => change({ method: method as Method })}
            />
            <input
              type="text"
              inputMode="url"
              aria-label="Endpoint"
              placeholder="Enter your endpoint"
              className={`${shared.field} ${shared.mono} ${styles.endpoint}`}
              autoComplete="off"
              autoCapitalize="none"
              spellCheck={false}
              value={form.endpoint}
              onChange={(event) => change({ endpoint: event.target.value })}
              onPaste={paste.onPaste}
            />
            <div className={styles.buttons}>
              <Button type="submit" variant="primary" aria-keyshortcuts="Control+Enter Meta+Enter">
                Submit
              </Button>
              {/* It comes where Submit was: the second click of a double click hits it. */}
              {isPending && (
                <Button toggles onClick={onCancel}>
                  Cancel
                </Button>
              )}
              {props.actions}
            </div>
          </div>
          {props.isLinked && <LinkNote form={form} viewer={viewer} />}
          {paste.status}
        </div>
        <div className={`${shared.card} ${shared.fields}`}>
          <Parts {...props} />
          <ReferenceNote form={form} />
          {children}
        </div>
      </form>
      {paste.dialog}
    </section>
  )
}

const phone = matchMedia('(max-width: 819px)')
function onPhone(listener: () => void): () => void {
  phone.addEventListener('change', listener)
  return () => phone.removeEventListener('change', listener)
}

/** Authorization, headers and body: below each other, or on a phone as tabs (R14.39). */
function Parts({ form, onForm, viewer, file, onFile }: Props) {
  const hasTabs = useSyncExternalStore(onPhone, () => phone.matches)
  const headersId = useId()
  const headers = `Headers: ${countUsed(form.rows)}`
  const change = (fields: Partial<RequestForm>) => onForm((old) => ({ ...old, ...fields }))
  const auth = (
    <SelectField
      label="Authorization"
      hideLabel={hasTabs}
      options={authOptions(viewer)}
      value={form.auth}
      onValue={(auth) => change({ auth: auth as AuthChoice })}
    />
  )
  const rows = (
    <HeaderEditor
      rows={form.rows}
      onRows={(edit) => onForm((old) => ({ ...old, rows: edit(old.rows) }))}
    />
  )
  const body = isFormCall(form) ? (
    <FileField file={file} onFile={onFile} />
  ) : (
    <BodyField
      {...form}
      hideLabel={hasTabs}
      onText={(text) => onForm((old) => withBodyText(old, text))}
      onJson={() => onForm(asJson)}
    />
  )
  if (!hasTabs)
    return (
      <>
        {auth}
        <section aria-labelledby={headersId} className={shared.stack}>
          <h3 id={headersId} className={styles.title}>
            {headers}
          </h3>
          {rows}
        </section>
        {body}
      </>
    )
  return (
    <Tabs
      label="Parts of the request"
      selected={PARTS.indexOf(form.part)}
      onSelect={(index) => change({ part: PARTS[index] })}
      tabs={[
        { label: 'Authorization', content: auth },
        { label: headers, content: rows },
        { label: 'Body', error: form.bodyError, content: body },
      ]}
    />
  )
}

/** How a reference is written, while one is typed: its path is that of the tree without `data` (R14.24). */
function ReferenceNote({ form }: Pick<Props, 'form'>) {
  const texts = [form.endpoint, form.bodyText, ...form.rows.map(({ value }) => value)]
  if (!texts.some((text) => text.includes('{{'))) return null
  return (
    <p role="note" className={shared.quiet}>
      {'{{name}}'} is a variable, or with a path a value of the latest reply of a saved request,
      below its data: {'{{post.posts[0]._id}}'}.
    </p>
  )
}

function LinkNote({ form, viewer }: Pick<Props, 'form' | 'viewer'>) {
  const warnings = warningsOf(toRequest(form), viewer)
  return (
    <p role="note">
      This request came from a link. Nothing was sent.{' '}
      {warnings.length > 0 && <b>{warnings.join(' ')}</b>}
    </p>
  )
}

function authOptions(viewer?: string): { value: AuthChoice; label: string }[] {
  const others = Object.keys(seedPasswords).filter((username) => username !== guest.username)
  return [
    { value: 'none', label: 'None' },
    { value: 'session', label: `Current session (${viewer ?? 'nobody'})` },
    { value: `user:${guest.username}`, label: 'Guest' },
    ...others.map((username) => ({ value: `user:${username}` as const, label: username })),
  ]
}

type FileFieldProps = Pick<Props, 'file' | 'onFile'>

/** The file of a form. Neither history nor links keep it. */
function FileField({ file, onFile }: FileFieldProps) {
  const id = useId()
  return (
    <div className={shared.stack}>
      <label htmlFor={id}>File</label>
      <input
        id={id}
        type="file"
        accept="image/*"
        onChange={({ target }) => onFile(target.files?.[0])}
      />
      <p className={shared.quiet}>
        {file
          ? `Sent as the field "file" of a form, ${formatBytes(file.size)}.`
          : 'Choose a picture. Without one, the body {} is sent.'}
      </p>
    </div>
  )
}

type BodyFieldProps = Pick<
  RequestForm,
  'method' | 'bodyText' | 'bodyError' | 'sentBody' | 'type'
> & {
  hideLabel: boolean
  onText: (text: string) => void
  onJson: () => void
}

/** The body as JSON text, followed by its error (R14.5). */
function BodyField(props: BodyFieldProps) {
  const { method, bodyText, bodyError, sentBody, type, hideLabel, onText, onJson } = props
  const noteId = useId()
  const isSent = method !== 'GET' && !bodyError
  const changes = useMemo(
    () => (isSent && type === undefined ? changesOf(bodyText) : []),
    [isSent, type, bodyText],
  )
  return (
    <div>
      <TextArea
        label="Body"
        hideLabel={hideLabel}
        dir="ltr"
        className={`${shared.mono} ${styles.bodyText}`}
        rows={4}
        spellCheck={false}
        autoCapitalize="none"
        aria-invalid={bodyError ? true : undefined}
        aria-describedby={noteId}
        value={bodyText}
        onChange={(event) => onText(event.target.value)}
      />
      <div id={noteId} className={shared.quiet} aria-live="polite">
        {bodyError && <p className={shared.error}>{bodyError}</p>}
        {sentBody && <p>Sent: the last valid body, {sentBody}</p>}
        {method === 'GET' && !bodyError && <p>GET sends no body.</p>}
        {changes.length > 0 && <p>JavaScript changes numbers and keys: {changes.join('; ')}.</p>}
        {isSent && type !== undefined && (
          <p>
            {type ? `Sent as it is, as ${type}. ` : 'No body is sent. '}
            <Button onClick={onJson}>Send as JSON</Button>
          </p>
        )}
      </div>
    </div>
  )
}
