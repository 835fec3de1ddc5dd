/** Whose token goes along: nobody's, the signed-in user's, or that of a user of the seed. */
export type AuthChoice = 'none' | 'session' | `user:${string}`

export function isAuthChoice(value: unknown): value is AuthChoice {
  return value === 'none' || value === 'session' || /^user:./.test(String(value))
}

/** The username in a choice of a seeded user. */
export function usernameOf(choice: AuthChoice): string | undefined {
  return choice.startsWith('user:') ? choice.slice('user:'.length) : undefined
}
