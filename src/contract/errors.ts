import { noStorage, notRegistered, storageFull, unknownUpload } from './page-errors.ts'
import { MAX_BODY } from './text-limits.ts'

/** An error: the status and the first text of the reply's `error` list. */
export type ApiErrorSpec = { readonly status: number; readonly text: string }

/**
 * The error catalogue (R11), to the letter: trailing spaces and grammar are part of it.
 * The last block covers cases that the catalogue leaves open.
 */
export const apiErrors = {
  usernameTaken: { status: 422, text: 'Unprocessable Entity. Username Already Exists.' },
  notRegistered,
  wrongPassword: {
    status: 401,
    text: 'The credentials you entered are invalid. Unauthorized access error.',
  },
  suspended: {
    status: 403,
    text: 'This account is suspended. Ask the organiser of the club.',
  },
  badToken: { status: 401, text: 'The token is invalid. Unauthorized access error.' },

  editForeignPost: {
    status: 400,
    text: "Cannot edit a Post doesn't belong to the logged in User.",
  },
  deleteForeignPost: {
    status: 400,
    text: "Cannot delete a Post doesn't belong to the logged in User.",
  },
  alreadyLiked: { status: 400, text: 'Cannot like a post that is already liked. ' },
  noLikeToTake: { status: 400, text: 'Cannot decrement like less than 0.' },
  alreadyDisliked: { status: 400, text: 'Cannot dislike a post that is already disliked. ' },
  editForeignComment: { status: 400, text: "Cannot edit a comment doesn't belong to the User." },
  deleteForeignComment: {
    status: 400,
    text: "Cannot delete a comment doesn't belong to the User.",
  },
  alreadyUpvoted: { status: 400, text: 'Cannot upvote a post that is already upvoted. ' },
  alreadyDownvoted: { status: 400, text: 'Cannot downvote a post that is already downvoted. ' },
  alreadyBookmarked: { status: 400, text: 'This Post is already bookmarked' },
  notBookmarked: { status: 400, text: 'Post not bookmarked yet' },
  alreadyFollowing: { status: 400, text: 'User Already following' },
  notFollowing: { status: 400, text: 'User already not following' },

  guestIsFixed: {
    status: 400,
    text: "The guest account is shared, so its username and password can't be changed.",
  },
  guestIsShared: {
    status: 400,
    text: "The guest account is shared, so its other sessions can't be ended.",
  },
  guestStays: { status: 400, text: "The guest account is shared, so it can't be deleted." },
  lastAccount: { status: 400, text: "This is the last account, so it can't be deleted." },
  followSelf: { status: 400, text: "You can't follow yourself." },
  muteSelf: { status: 400, text: "You can't mute yourself." },
  alreadyMuted: { status: 400, text: 'User Already muted' },
  notMuted: { status: 400, text: 'User already not muted' },
  reportSelf: { status: 400, text: "You can't report yourself, or what you have written." },
  alreadyReported: {
    status: 400,
    text: 'You have reported this already. The organiser has not decided yet.',
  },
  unknownUser: { status: 404, text: "This user doesn't exist." },
  unknownPost: { status: 404, text: "This post doesn't exist. It may have been deleted." },
  unknownComment: { status: 404, text: "This comment doesn't exist. It may have been deleted." },
  unknownUpload,
  noPicture: {
    status: 400,
    text: "This file isn't a PNG, JPEG, WebP, GIF or AVIF picture.",
  },
  hugePicture: { status: 400, text: 'file: must be a picture of at most 50 megapixels' },
  largePicture: { status: 413, text: 'This picture is larger than 10 MB.' },
  moveForeignUpload: {
    status: 400,
    text: "Cannot move a picture that doesn't belong to the User.",
  },
  movedElsewhere: {
    status: 400,
    text: 'secure_url: must be an address on the image host of this back end.',
  },
  longText: {
    status: 413,
    text: `This is longer than the ${MAX_BODY / 1000},000 characters that a club accepts.`,
  },
  longKey: { status: 400, text: 'Idempotency-Key: must be at most 255 characters' },
  keyOfAnotherRequest: {
    status: 422,
    text: 'This Idempotency-Key was used for another request. Use a new key for each write.',
  },
  malformedJson: { status: 400, text: 'The body is not valid JSON.' },
  newerData: {
    status: 503,
    text: 'The data on this device was written by a newer version of Gearheads. Reload to update.',
  },
  olderServer: {
    status: 503,
    text: 'This club is being updated: its data are newer than this server. Try again in a minute.',
  },
  busyDatabase: {
    status: 503,
    text: 'Too many people changed this at the same time, so nothing was changed. Try again.',
  },
  busyPasswords: {
    status: 503,
    text: 'Too many people log in at the same time, so nothing was changed. Try again in a few seconds.',
  },
  noStorage,
  storageFull,
} as const satisfies Record<string, ApiErrorSpec>

/** Errors of a club's server that its back end does not know. The worker does not load them. */
export const serverErrors = {
  longReply: {
    status: 413,
    text: "The reply would be longer than this club sends. Ask for a part of a list with 'limit', and for the short reply to a write with 'Prefer: return=minimal'.",
  },
  busyReplies: {
    status: 503,
    text: 'Too many large replies are read at the same time, so this one was not sent. Try again; repeat a write with its Idempotency-Key.',
  },
  noDatabase: {
    status: 503,
    text: "The club's database can't be reached, so nothing was changed. Try again.",
  },
  fullDisk: {
    status: 507,
    text: "The club's disk is full, so nothing was changed. Tell the organiser of the club. You can still delete.",
  },
  unknownOutcome: {
    status: 503,
    text: "The club's database was interrupted. Reload to see whether your change was saved.",
  },
} as const satisfies Record<string, ApiErrorSpec>

/** The `description` of the reply to an undefined route, which the request tester checks (R14.8). */
export const UNDEFINED_ROUTE = 'UNDEFINED_ROUTE'

/** The body of every error, 500 included. Clients show the first entry. */
export type ErrorBody = { error: string[]; description?: string }
