import type { Defect } from '../contract/defects.ts'

/** Where to look for each planted defect: an area, not the answer. */
export const hints: Record<Defect, string> = {
  'password-length': 'The limits of the password at sign-up',
  'username-case': 'Names of accounts that look alike',
  'lost-field': 'Every field of Settings, after a reload',
  'page-border': 'A list that is longer than a page',
  'search-case': 'Different ways to type the same search',
  'wrong-order': 'The order of a list, after a reload',
  'like-count': 'The number beside the heart, after several clicks',
  'wrong-status': 'The replies to comments, compared with the contract',
  timestamp: 'The format of times, compared with the contract',
  'foreign-edit': 'Posts and comments of other users',
  moderation: 'What the author of a post may do with the comments on it',
  'stuck-heart': 'What a like looks like when it fails',
  'follow-race': 'Two quick clicks with a slow back end',
  'double-post': 'An impatient user of the composer',
  'stale-bookmark': 'What deleting a post leaves on another screen',
  'lost-draft': 'A text that is not sent yet',
  'contained-xss': 'Texts with characters that mean something in HTML',
  'focus-lost': 'Dialogs with the keyboard',
  'missing-label': 'The home feed with a screen reader',
  'low-contrast': 'Small text, and who can read it',
  'memory-leak': 'A page that is used for a long time',
}
