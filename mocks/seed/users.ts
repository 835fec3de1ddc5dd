import { guest } from '../../src/contract/guest.ts'
import { seedPasswords } from '../../src/contract/seed-passwords.ts'

/** The initial values of the guest. */
export const seedGuest = {
  _id: '019a0000-0000-7005-8000-000000000005',
  ...guest,
  firstName: 'Guest Driver',
  bio: 'Borrowed keys. Be kind to the clutch.',
  photo: '/seed/people/guest.svg',
  photoAlt: 'A smiling driver with both hands on the wheel.',
  cover: '/seed/covers/checkered-dusk.svg',
  coverAlt: 'A race track at dusk, with a checkered surface.',
} as const

/**
 * The seeded users (R15.6), all invented, the guest among them. Their passwords are public and in plain text
 * (R3.17): the request tester uses them.
 */
export const seedUsers = [
  {
    _id: '019a0000-0000-7001-8000-000000000001',
    username: 'mira',
    firstName: 'Mira Okafor',
    password: seedPasswords.mira,
    bio: 'Air-cooled, open-topped, usually lost. Coast roads before breakfast.',
    photo: '/seed/people/mira.svg',
    photoAlt: 'A smiling woman in a yellow open-face helmet, goggles pushed up.',
    cover: '/seed/covers/ridge-road.svg',
    coverAlt: 'A road winds through hills and pines into the setting sun.',
  },
  {
    _id: '019a0000-0000-7002-8000-000000000002',
    username: 'theo',
    firstName: 'Theo Brandt',
    password: seedPasswords.theo,
    bio: 'If it leaks, it still has oil in it. Four cylinders, one garage, no free weekends.',
    photo: '/seed/people/theo.svg',
    photoAlt: 'A bearded man in dungarees, laughing, with a wrench on his cap.',
    cover: '/seed/covers/workshop-wall.svg',
    coverAlt: 'Tools in a row on the wall of a workshop.',
  },
  {
    _id: '019a0000-0000-7003-8000-000000000003',
    username: 'juno',
    firstName: 'Juno Vasquez',
    password: seedPasswords.juno,
    bio: 'Maps on the tank bag. I collect mountain passes.',
    photo: '/seed/people/juno.svg',
    photoAlt: 'A laughing woman with curly hair and an orange headband.',
    cover: '/seed/covers/ridge-road.svg',
    coverAlt: 'A road winds through hills and pines into the setting sun.',
  },
  {
    _id: '019a0000-0000-7004-8000-000000000004',
    username: 'kenji',
    firstName: 'Kenji Sato',
    password: seedPasswords.kenji,
    bio: 'Builds café racers, rides them to the café, fixes them outside the café.',
    photo: '/seed/people/kenji.svg',
    photoAlt: 'A rider in a striped full-face helmet, the visor down.',
    cover: '/seed/covers/checkered-dusk.svg',
    coverAlt: 'A race track at dusk, with a checkered surface.',
  },
  seedGuest,
] as const
