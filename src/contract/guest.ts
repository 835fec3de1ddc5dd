/** The account behind the guest login (spec §1). It is one of the seeded users and no secret. */
export const guest = { username: 'guest', password: 'Pitlane#66' } as const
