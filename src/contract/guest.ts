/**
 * The account behind the guest login (R1.10). It is one of the seeded users and no secret. Its
 * username and password cannot be changed, and nobody else can take the username (R1.11).
 */
export const guest = { username: 'guest', password: 'Pitlane#66' } as const
