import { Eye, EyeOff } from 'lucide-react'
import {
  type ComponentProps,
  type FocusEvent,
  type KeyboardEvent,
  type ReactNode,
  type RefCallback,
  type RefObject,
  useId,
  useState,
} from 'react'
import { IconButton } from './button.tsx'
import styles from './field.module.css'

type FieldProps = {
  label: string
  /** Keeps the label as the accessible name, but does not show it. */
  hideLabel?: boolean
  hint?: string
  /** The validation error. Marks the control as invalid. */
  error?: string
}

/** Attributes that connect a control with the label, hint and error text of its field. */
type ControlProps = Pick<
  ComponentProps<'input'>,
  'id' | 'aria-label' | 'aria-describedby' | 'aria-invalid'
>

/** A form control with a label, and optionally a hint and an error text. */
function Field(props: FieldProps & { children: (control: ControlProps) => ReactNode }) {
  const { label, hideLabel, hint, error, children } = props
  const id = useId()
  const hintId = hint && `${id}-hint`
  const errorId = error && `${id}-error`
  return (
    <div className={styles.field}>
      {!hideLabel && (
        <label htmlFor={id} className={styles.label}>
          {label}
        </label>
      )}
      {children({
        id,
        'aria-label': hideLabel ? label : undefined,
        'aria-describedby': [hintId, errorId].filter(Boolean).join(' ') || undefined,
        'aria-invalid': error ? true : undefined,
      })}
      {hint && (
        <p id={hintId} className={styles.hint}>
          {hint}
        </p>
      )}
      {error && (
        <p id={errorId} className={styles.error}>
          {error}
        </p>
      )}
    </div>
  )
}

type TextFieldProps = FieldProps &
  Omit<ComponentProps<'input'>, 'id'> & {
    /** Content at the right end of the input, such as a button. */
    end?: ReactNode
  }

/** A one-line text input. */
export function TextField({ label, hideLabel, hint, error, end, ...rest }: TextFieldProps) {
  return (
    <Field {...{ label, hideLabel, hint, error }}>
      {(control) => (
        <div className={styles.box}>
          <input type="text" dir="auto" {...control} {...rest} className={styles.input} />
          {end}
        </div>
      )}
    </Field>
  )
}

/** A password input with a button that shows and hides its text. */
export function PasswordField(props: Omit<TextFieldProps, 'type' | 'end'>) {
  const [isVisible, setVisible] = useState(false)
  const toggle = (
    <IconButton
      label={isVisible ? 'Hide password' : 'Show password'}
      onClick={() => setVisible(!isVisible)}
    >
      {isVisible ? <EyeOff size={20} /> : <Eye size={20} />}
    </IconButton>
  )
  return <TextField {...props} type={isVisible ? 'text' : 'password'} end={toggle} />
}

type AreaRef = RefObject<HTMLTextAreaElement | null>
type TextAreaProps = FieldProps & Omit<ComponentProps<'textarea'>, 'id' | 'ref'> & { ref?: AreaRef }

/**
 * A text area that grows with its text, and is continued at its end. Control or Command with Enter submits its form.
 */
export function TextArea(props: TextAreaProps) {
  const { label, hideLabel, hint, error, className, onFocus, onKeyDown, ref, ...rest } = props

  function focus(event: FocusEvent<HTMLTextAreaElement>) {
    startAtEnd(event.currentTarget)
    onFocus?.(event)
  }
  function submitOnModifiedEnter(event: KeyboardEvent<HTMLTextAreaElement>) {
    onKeyDown?.(event)
    if (event.key !== 'Enter' || !(event.ctrlKey || event.metaKey)) return
    event.preventDefault()
    // A key that is held is one press.
    if (!event.repeat) event.currentTarget.form?.requestSubmit()
  }
  return (
    <Field {...{ label, hideLabel, hint, error }}>
      {(control) => (
        <textarea
          rows={2}
          dir="auto"
          {...control}
          {...rest}
          ref={GROWS ? ref : growing(ref)}
          className={[styles.area, className].filter(Boolean).join(' ')}
          onFocus={focus}
          onKeyDown={submitOnModifiedEnter}
        />
      )}
    </Field>
  )
}

const GROWS = globalThis.CSS?.supports('field-sizing', 'content')

/** A ref for browsers without `field-sizing`: called at each render, it makes the area as high as its text. */
function growing(ref: AreaRef | undefined): RefCallback<HTMLTextAreaElement> {
  return (area) => {
    if (ref) ref.current = area
    if (!area) return
    const { style } = area
    // A form can keep the height that it had.
    const { minHeight } = style
    style.minHeight = ''
    style.height = 'auto'
    style.height = `${area.scrollHeight + area.offsetHeight - area.clientHeight}px`
    style.minHeight = minHeight
  }
}

/** Browsers put the caret before a text that a script has set. A press puts it where it is. */
function startAtEnd(area: HTMLTextAreaElement): void {
  if (area.selectionEnd === 0 && !area.matches(':active')) {
    area.setSelectionRange(area.textLength, area.textLength)
  }
}

type SelectFieldProps = FieldProps &
  Omit<ComponentProps<'select'>, 'id' | 'onChange'> & {
    options: readonly { value: string; label: string }[]
    onValue: (value: string) => void
  }

/** A drop-down list. */
export function SelectField(props: SelectFieldProps) {
  const { label, hideLabel, hint, error, options, onValue, ...rest } = props
  return (
    <Field {...{ label, hideLabel, hint, error }}>
      {(control) => (
        <select
          {...control}
          {...rest}
          className={styles.select}
          onChange={(event) => onValue(event.target.value)}
        >
          {options.map((option) => (
            <option key={option.value} value={option.value}>
              {option.label}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
