/**
 * The account of the guest log-in (R1.10), one of the seeded users and public. Its username and password cannot be
 * changed, and no other user can take the username (R1.11).
 */
export const guest = { username: 'guest', password: 'Pitlane#66' } as const
