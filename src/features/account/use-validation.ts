import { type SubmitEvent, useEffect, useRef, useState } from 'react'
import { HttpError } from '../../client/http.ts'
import { errorText } from '../../data/query-client.ts'
import { toast } from '../../ui/toast.ts'
import {
  type FieldName,
  type Fields,
  fieldErrors,
  refusedField,
  validationError,
} from './credentials.ts'

/**
 * Validates a form when it is submitted. The first invalid field gets the focus. The error of a field
 * disappears when its value changes.
 * @param fields the current values
 * @param send called if they are valid; otherwise a toast shows the error
 * @returns the props of the form, the error texts to show, and a function that shows an error of the API
 *   at its field
 */
export function useValidation(fields: Fields, send: () => unknown) {
  const ref = useRef<HTMLFormElement>(null)
  const [last, setLast] = useState<{ errors: Fields; fields: Fields }>({ errors: {}, fields })
  useEffect(() => {
    if (Object.keys(last.errors).length === 0) return
    ref.current?.querySelector<HTMLElement>('[aria-invalid]')?.focus()
  }, [last])

  function onSubmit(event: SubmitEvent) {
    event.preventDefault()
    setLast({ errors: fieldErrors(fields), fields })
    const error = validationError(fields)
    if (error) toast('error', error)
    else send()
  }
  function showRefusal(error: unknown) {
    const status = error instanceof HttpError ? error.response?.status : undefined
    setLast({ errors: refusedField(status, errorText(error), fields), fields })
  }
  const names = Object.keys(last.errors) as FieldName[]
  const current = names.filter((name) => last.fields[name] === fields[name])
  const errors: Fields = Object.fromEntries(current.map((name) => [name, last.errors[name]]))
  return { form: { ref, onSubmit, noValidate: true }, errors, showRefusal }
}
