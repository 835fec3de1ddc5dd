const ALLOWED = /^[A-Za-z0-9!@#$%^&*]{7,15}$/
const DIGIT = /\d/
const SYMBOL = /[!@#$%^&*]/

/** Why a form may not be sent, as its toast says it (R11.3); nothing when it may. */
export function validationError(fields: Record<string, string>): string | undefined {
  if (Object.values(fields).some((value) => value.trim() === '')) return 'Fill all the fields'
  if (fields.password !== undefined && !isGoodPassword(fields.password))
    return 'Please fill password correctly'
  return undefined
}

/** 7 to 15 letters, digits and !@#$%^&*, with a digit and one of those symbols (R3.8). */
export function isGoodPassword(password: string): boolean {
  return ALLOWED.test(password) && DIGIT.test(password) && SYMBOL.test(password)
}
