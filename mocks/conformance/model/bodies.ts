import * as fc from 'fast-check'
import type { CallName } from '../../../src/contract/calls.ts'
import { guest } from '../../../src/contract/guest.ts'
import { seedPasswords } from '../../../src/contract/seed-passwords.ts'

/** Texts that often break software, and random ones. */
const text = fc.oneof(
  fc.string({ maxLength: 12, unit: 'binary' }),
  fc.constantFrom('@mira', '@Theo, @guest and @nobody', '@"ada" @ada'),
  fc.constantFrom('', '__proto__', '<img src=x onerror=alert(1)>', 'pbkdf2$1$a$b', '\0', '%00'),
  // Half an emoji: UTF-8 cannot encode it, but JSON can.
  fc.constantFrom('\ud83c', 'x\udfcdy', '🏍️', 'x'.repeat(4000)),
)

/** A small set, so that they collide. */
const username = fc.constantFrom(
  ...['ada', ' Ada\t', 'ＡＤＡ', 'bea', 'mira', 'Mira\u200b', 'theo', 'guest', 'Guest ', '\u3000'],
  ...[
    '__proto__',
    'a/b %é?#%25@x',
    'A',
    '\ud83c',
    '\udfcd',
    'Former member 3',
    ' former\u3000 MEMBER\u200b',
  ],
)
const password = fc.constantFrom('Torque#1', guest.password, seedPasswords.mira, '\ud83c', '\udfcd')

/** `@3` and `#3` are placeholders for the address of the third picture, by `_id` and by `id`. */
const picture = fc.oneof(
  fc.constantFrom('', 'https://pictures.test/a.webp', '/seed/posts/cafe-racer.svg'),
  fc.tuple(fc.constantFrom('@', '#'), fc.nat(3)).map((parts) => parts.join('')),
)
const alt = fc.constantFrom('', ' \t', ' Two bikes by the sea ', '\ud83c')
const photo = fc.record(
  { default: fc.constantFrom('', '/seed/people/mira.svg'), chosen: picture, alt },
  { requiredKeys: [] },
)

const images = fc.array(fc.record({ url: picture, alt: fc.option(alt) }), { maxLength: 4 })
const pictures = {
  imageUrl: fc.option(picture),
  imageAlt: fc.option(alt),
  images: fc.option(images),
}
const newContent = fc.record({ content: text, ...pictures }, { requiredKeys: ['content'] })
const editedContent = newContent
const profile = {
  name: text,
  firstName: text,
  bio: text,
  profilePhoto: photo,
  coverPhoto: photo,
  club: text,
}
const UUID_END = '-0000-7000-8000-000000000000'
const failure = { id: 'f', method: 'POST', path: '*', status: 503, times: 1 }

/** Valid bodies; other calls are sent their example. `fill-in.ts` replaces the placeholders: `$3` is a token. */
export const bodies: Partial<Record<CallName, fc.Arbitrary<object>>> = {
  'POST /api/auth/login': fc.record({ username, password }),
  'POST /api/auth/signup': fc.record(
    { username, password, ...profile },
    { requiredKeys: ['username', 'password', 'name'] },
  ),
  'POST /api/auth/verify': fc.record({
    encodedToken: fc.oneof(
      fc.nat(9).map((n) => `$${n}`),
      text,
    ),
  }),
  'POST /api/notifications/seen': fc.record({
    _id: fc.constantFrom(...['0', 'f'].map((digit) => digit.repeat(8) + UUID_END)),
  }),
  'POST /api/users/edit': fc.record({
    userData: fc.record(
      { username, password: fc.oneof(password, fc.constant('')), ...profile },
      { requiredKeys: [] },
    ),
  }),
  'POST /api/account/delete': fc.record({ password, keepPosts: fc.boolean() }),
  'POST /api/posts': newContent,
  'POST /api/posts/edit/:postId': editedContent,
  'POST /api/comments/add/:postId': newContent,
  'POST /api/comments/edit/:postId/:commentId': editedContent,
  'POST /api/mock/settings': fc.constantFrom({}, { failures: [failure] }, { overrides: [] }),
  'POST /api/mock/reset': fc.constantFrom(
    { seed: 'default', settings: true },
    { seed: { users: 4, posts: 5 } },
    { seed: 'empty' },
  ),
  'POST /api/uploads/:id/moved': fc.constantFrom(
    { secure_url: 'https://pictures.test/moved.webp' },
    { secure_url: 'http://pictures.test/moved' },
  ),
}
