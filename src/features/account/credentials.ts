const ALLOWED = /^[A-Za-z0-9!@#$%^&*]{7,15}$/
const DIGIT = /\d/
const SYMBOL = /[!@#$%^&*]/

/** Describes {@link isValidPassword} to the user. */
export const PASSWORD_RULE =
  '7 to 15 characters: letters, digits and !@#$%^&*, with at least one digit and one symbol.'

/** Returns the validation error of a form (R11.3); `undefined` if it may be submitted. */
export function validationError(fields: Record<string, string>): string | undefined {
  if (Object.values(fields).some((value) => value.trim() === '')) return 'Fill all the fields'
  if (fields.password !== undefined && !isValidPassword(fields.password))
    return 'Please fill password correctly'
  return undefined
}

/** Checks the password rule (R3.8). */
export function isValidPassword(password: string): boolean {
  return ALLOWED.test(password) && DIGIT.test(password) && SYMBOL.test(password)
}
