const KEY = 'gearheads-token'

/** The session's token, kept in local storage; logout clears it with everything else there. */
export const token = {
  key: KEY,
  read: (): string => localStorage.getItem(KEY) ?? '',
  save: (encodedToken: string): void => localStorage.setItem(KEY, encodedToken),
  forget: (): void => localStorage.removeItem(KEY),
}
