import type { Defect } from '../../src/contract/defects.ts'
import { defectsByLevel } from './assignment.ts'

type Answer = {
  /** The behaviour with the defect. */
  fault: string
  /** A short way to show it. */
  steps: string
}

/** The answers to the planted defects, for teachers. No file of the app imports them. */
export const answers: Record<Defect, Answer> = {
  'password-length': {
    fault: 'Sign-up refuses a password of 15 characters, which is the upper limit.',
    steps: 'Sign up with passwords of 7, 14, 15 and 16 characters.',
  },
  'username-case': {
    fault: 'Two accounts can have usernames that differ only in case.',
    steps: 'Sign up as "ada", then as "Ada": the second sign-up must get 422.',
  },
  'lost-field': {
    fault: 'A change of the bio is answered with success, and not saved.',
    steps: 'Change name and bio in Settings, then reload.',
  },
  'page-border': {
    fault: 'Each page of a list after the first leaves out its first row.',
    steps:
      'Generate 12 posts, read pages with ?limit=5 and follow Link: compare with the whole list.',
  },
  'search-case': {
    fault: 'Searches distinguish upper and lower case.',
    steps: 'Search for a word of a post in capitals.',
  },
  'wrong-order': {
    fault: 'Comments are listed oldest first.',
    steps: 'Write two comments on a post, then reload.',
  },
  'like-count': {
    fault: 'A like after an un-like counts twice.',
    steps: 'Like, un-like and like a post again: the number is one too high.',
  },
  'wrong-status': {
    fault: 'POST /api/comments/add/:postId answers 200; the contract has 201.',
    steps: 'Add a comment and compare the status with the contract.',
  },
  timestamp: {
    fault: 'createdAt of new posts and comments has no offset from UTC.',
    steps: 'Create a post and compare createdAt with YYYY-MM-DDTHH:mm:ssZ.',
  },
  'foreign-edit': {
    fault: 'Every signed-in user can edit the comments of others.',
    steps: "POST /api/comments/edit/:postId/:commentId with another user's token: it must get 400.",
  },
  moderation: {
    fault: 'The author of a post cannot delete the comments of others on it.',
    steps: 'As the author of a post, delete a comment that another user wrote on it.',
  },
  'stuck-heart': {
    fault: 'A like that fails stays on screen.',
    steps: 'Let POST /api/posts/like/:postId fail with 500, and click the heart.',
  },
  'follow-race': {
    fault:
      'Follow and un-follow in quick succession overlap: the screen and the stored data differ.',
    steps: 'Set a delay of 800 ms, double-click Follow, and read the stored list.',
  },
  'double-post': {
    fault: 'A double click on Vroom posts twice.',
    steps: 'Type a post, double-click Vroom, and read the list of posts.',
  },
  'stale-bookmark': {
    fault: 'A deleted post stays in the list of bookmarks until that is read again.',
    steps: 'Bookmark your own post, delete it from the bookmarks, go to Home and back.',
  },
  'lost-draft': {
    fault: 'A text that is not sent is gone after a reload.',
    steps: 'Type into the composer, and reload.',
  },
  'contained-xss': {
    fault: 'Markup in a text becomes elements. The policy of the page keeps scripts from running.',
    steps: 'Post <b>bold</b>: the tags must be shown as text.',
  },
  'focus-lost': {
    fault: 'After a dialog is closed, the focus is nowhere.',
    steps: 'Open a dialog with the keyboard, press Escape, and look at document.activeElement.',
  },
  'missing-label': {
    fault: 'The emoji button of the composer has no name.',
    steps: 'Read the home feed with a screen reader, or scan it with axe (button-name).',
  },
  'low-contrast': {
    fault: 'The times of posts are too pale to read.',
    steps: 'Scan the home feed with axe (color-contrast).',
  },
  'memory-leak': {
    fault: 'Each screen that is left stays in memory.',
    steps: 'Change between two screens twenty times, collect garbage, and compare the heap.',
  },
}

const POINTS = { easy: 1, medium: 2, hard: 3 }

/** The level of a defect, and the points for finding it. */
export function worthOf(id: Defect): { level: keyof typeof POINTS; points: number } {
  const { easy, medium } = defectsByLevel
  const has = (list: readonly Defect[]) => list.includes(id)
  const level = has(easy) ? 'easy' : has(medium) ? 'medium' : 'hard'
  return { level, points: POINTS[level] }
}
