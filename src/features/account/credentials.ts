const ALLOWED = /^[A-Za-z0-9!@#$%^&*]{7,15}$/
const DIGIT = /\d/
const SYMBOL = /[!@#$%^&*]/

/** With no-break spaces: they stay on one line. */
const SYMBOLS = '! @ # $ % ^ & *'.replaceAll(' ', '\u00a0')
/** Describes {@link isValidPassword} to the user. */
export const PASSWORD_RULE = `7 to 15 characters: letters, digits and ${SYMBOLS}, with at least one digit and one symbol.`

export type FieldName = 'name' | 'username' | 'password' | 'currentPassword'
/** The values of a form, or one error text a field. */
export type Fields = Partial<Record<FieldName, string>>

/** Returns the text of the toast for an invalid form (R11.3); `undefined` if it may be submitted. */
export function validationError(fields: Fields): string | undefined {
  if (Object.values(fields).some(isBlank)) return 'Fill all the fields'
  if (fields.password !== undefined && !isValidPassword(fields.password))
    return 'Please fill password correctly'
  return undefined
}

/** Returns the error texts of the invalid fields, which say how to correct them. */
export function fieldErrors(fields: Fields): Fields {
  const errors: Fields = {}
  for (const [name, value] of Object.entries(fields) as [FieldName, string][]) {
    if (isBlank(value)) errors[name] = `Enter your ${LABELS[name] ?? name}.`
    else if (name === 'password' && !isValidPassword(value))
      errors[name] = `A password has ${PASSWORD_RULE}`
  }
  return errors
}

const LABELS: Fields = { currentPassword: 'current password' }

const isBlank = (value: string) => value.trim() === ''

/** Returns the field that an error of the API is about, with a text for it; empty if it is about none. */
export function refusedField(status: number | undefined, text: string, sent: Fields = {}): Fields {
  if (status === 422) return { username: 'This username is taken. Choose another one.' }
  if (status === 404) return { username: 'No account has this username.' }
  if (status === 401 && sent.currentPassword !== undefined)
    return { currentPassword: 'This is not your current password.' }
  if (status === 401) return { password: "This password doesn't match the username." }
  const [, field, problem] =
    /^(?:userData\.)?(name|firstName|username|password): (must .+)/.exec(text) ?? []
  return field ? { [field === 'firstName' ? 'name' : field]: `This ${problem}.` } : {}
}

/** Checks the password rule (R3.8). */
export function isValidPassword(password: string): boolean {
  return ALLOWED.test(password) && DIGIT.test(password) && SYMBOL.test(password)
}
