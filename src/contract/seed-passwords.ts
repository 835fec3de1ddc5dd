import { guest } from './guest.ts'

/**
 * The passwords of the seeded users, by username, public and in plain text (R3.17). The request tester logs in with
 * them.
 */
export const seedPasswords = {
  mira: 'Boxer#1976',
  theo: 'Torque!110',
  juno: 'Hairpin@48',
  kenji: 'Clipon$400',
  [guest.username]: guest.password,
} as const
