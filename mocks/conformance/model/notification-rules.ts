import type { Notification, notificationCalls } from '../../../src/contract/notifications.ts'
import { textParts } from '../../../src/contract/text-parts.ts'
import { sameName } from './profile-rules.ts'
import { firstOf, type Rules, take } from './rule.ts'
import { copyOf } from './views.ts'
import {
  type ModelComment,
  type ModelNotification,
  type ModelPost,
  type ModelUser,
  sortedNewestFirst,
  type World,
} from './world.ts'

/** Of an event: they are counted up. */
const latestOf = ({ by: [latest] }: ModelNotification) => latest?.at ?? Number.NaN

export const notificationRules: Rules<keyof typeof notificationCalls> = {
  'GET /api/notifications'(request) {
    const { world, viewer } = request
    const shown = firstOf(request, notificationsOf(world, viewer)).filter(isUnmuted)
    return ({ notifications }) => ({
      notifications: views(world, shown, notifications),
      unseen: countUnseen(world, viewer),
    })
  },

  'POST /api/notifications/seen'({ world, viewer, body }) {
    const [newest] = notificationsOf(world, viewer)
    // The other bodies name something older than all events.
    if (newest && body._id > 'f')
      world.data.lastSeen.set(viewer, Math.max(lastSeen(world, viewer), latestOf(newest)))
    return () => ({ unseen: countUnseen(world, viewer) })
  },
}

/** All notifications of a user, with those of people who were muted after them. */
export function allNotifications(world: World, user: ModelUser, replied: readonly Notification[]) {
  return views(world, notificationsOf(world, user), replied, [])
}

/** The time and the `_id` are those of the latest event. */
function views(
  world: World,
  shown: readonly ModelNotification[],
  replied: readonly Notification[],
  muted?: readonly ModelUser[],
) {
  return shown.map((one, index) => {
    const { _id = '', createdAt = '' } = replied[index] ?? {}
    const next = replied[index + 1]?._id ?? ''
    return {
      ...view(one, muted),
      _id: _id > next ? _id : 'not in order',
      createdAt,
      isSeen: !isUnseen(world, one),
    }
  })
}

function view(
  { type, user, by, post, comment, comments }: ModelNotification,
  muted: readonly ModelUser[] = user.muted,
) {
  const unmuted = by.filter((event) => !muted.includes(event.user))
  const counted = (people?: readonly ModelUser[]) =>
    people?.filter((one) => one !== user && !muted.includes(one)).length
  const counts = {
    like: counted(post?.likedBy),
    follow: counted(user.followers),
    comment: comments.length,
    mention: 1,
  }
  const about = type === 'mention' ? (comment ?? post) : post
  return {
    type,
    by: unmuted.slice(0, 3).map((event) => copyOf(event.user)),
    count: counts[type],
    postId: post?._id,
    isOwnPost: post && post.author === user,
    commentId: comment?._id,
    text: about && ([...about.content].slice(0, 100).join('') || undefined),
  }
}

function notificationsOf({ data }: World, user: ModelUser): ModelNotification[] {
  return data.notifications
    .filter((one) => one.user === user)
    .sort((a, b) => latestOf(b) - latestOf(a))
}

const lastSeen = ({ data }: World, user: ModelUser) => data.lastSeen.get(user) ?? -Infinity
const isUnmuted = ({ user, by }: ModelNotification) =>
  by.some((event) => !user.muted.includes(event.user))
const isUnseen = (world: World, one: ModelNotification) => latestOf(one) > lastSeen(world, one.user)

function countUnseen(world: World, user: ModelUser): number {
  const notifications = notificationsOf(world, user).filter(isUnmuted)
  return notifications.filter((one) => isUnseen(world, one)).length
}

type About = Pick<ModelNotification, 'type' | 'post' | 'comment'>

function find({ data }: World, user: ModelUser, { type, post, comment }: About) {
  return data.notifications.find(
    (one) =>
      one.user === user &&
      one.type === type &&
      one.post === post &&
      (type !== 'mention' || one.comment === comment),
  )
}

export function notify(
  world: World,
  user: ModelUser,
  about: About,
  by: ModelUser,
): ModelNotification | undefined {
  if (user === by || user.muted.includes(by)) return undefined
  let one = find(world, user, about)
  if (!one) {
    one = { ...about, user, by: [], comments: [] }
    world.data.notifications.push(one)
  }
  world.events += 1
  const others = one.by.filter((event) => event.user !== by)
  one.by = [{ user: by, at: world.events }, ...others].slice(0, 5)
  one.comment = about.comment
  return one
}

/** @param others those who still like or follow, in the order in which they take the place of those who no longer do */
export function withdraw(
  world: World,
  user: ModelUser,
  about: About,
  by: ModelUser,
  others: readonly ModelUser[],
): void {
  const one = find(world, user, about)
  if (!one) return
  const at = latestOf(one)
  one.by = one.by.filter((event) => event.user !== by)
  const [other] = others
  if (one.by.length === 0 && other) one.by = [{ user: other, at }]
  if (one.by.length === 0) take(world.data.notifications, one)
}

export function notifyOfComment(
  world: World,
  comment: ModelComment,
  before: readonly ModelComment[],
): void {
  const { post, author } = comment
  world.events += 1
  comment.at = world.events
  const named = notifyNamed(world, comment, [])
  const commenters = sortedNewestFirst(before).slice(0, 20)
  const authors = [...new Set(commenters.map((one) => one.author))].slice(0, 10)
  for (const user of new Set([post.author, ...authors])) {
    if (user === author || named.includes(user)) continue
    notify(world, user, { type: 'comment', post, comment }, author)?.comments.push(comment)
  }
}

export function withdrawComment(world: World, comment: ModelComment): void {
  const { post } = comment
  for (const one of [...world.data.notifications]) {
    if (one.type === 'mention' && one.comment === comment) take(world.data.notifications, one)
    if (!one.comments.includes(comment)) continue
    take(one.comments, comment)
    if (one.comments.length === 0) {
      take(world.data.notifications, one)
      continue
    }
    const left = sortedNewestFirst(post.comments)
      .filter(({ author }) => author !== one.user)
      .slice(0, one.comments.length)
    const events = left.map(({ author, at = 0 }) => {
      const known = one.by.find(({ user }) => user === author && user !== comment.author)
      return { user: author, at: known?.at ?? at }
    })
    one.by = events
      .filter(({ user }, index) => events.findIndex((event) => event.user === user) === index)
      .slice(0, 5)
    one.comment = left[0]
  }
}

export function withdrawPost({ data }: World, post: ModelPost): void {
  data.notifications = data.notifications.filter((one) => one.post !== post)
}

/** After an edit: people whom the text named before are not notified again. */
export function notifyNamed(
  world: World,
  text: ModelPost | ModelComment,
  before: readonly ModelNotification[],
): ModelUser[] {
  const { users } = world.data
  const about: About =
    'post' in text
      ? { type: 'mention', post: text.post, comment: text }
      : { type: 'mention', post: text }
  const names = textParts(text.content).flatMap((part) => (part.type === 'name' ? part.text : []))
  const distinct = names.filter(
    (name, index) => index === names.findIndex((one) => sameName(one, name)),
  )
  const named = distinct
    .slice(0, 10)
    .flatMap((name) => users.find(({ username }) => sameName(username, name)) ?? [])
    .filter((user) => user !== text.author && !user.muted.includes(text.author))
  for (const user of named)
    if (!before.some((one) => one.user === user)) notify(world, user, about, text.author)
  return named
}

export function notifyOfEdit(world: World, text: ModelPost | ModelComment): void {
  const { notifications } = world.data
  const isOfText = ({ type, post, comment }: ModelNotification) =>
    type === 'mention' && (comment ?? post) === text
  const before = notifications.filter(isOfText)
  const named = notifyNamed(world, text, before)
  for (const one of before) {
    if (named.includes(one.user)) continue
    take(notifications, one)
    if ('post' in text) countUnnamed(world, text, one)
  }
}

/** A comment on the post of somebody whom it no longer names, or after their own, is one of those that notify them. */
function countUnnamed(
  { data }: World,
  comment: ModelComment,
  { user, by: [mention] }: ModelNotification,
): void {
  const { post, author } = comment
  const comments = sortedNewestFirst(post.comments)
  const earlier = comments.slice(comments.indexOf(comment) + 1).slice(0, 20)
  const commenters = [...new Set(earlier.map((one) => one.author))].slice(0, 10)
  const isConcerned = user === post.author || commenters.includes(user)
  const isCounted = data.notifications.some(
    (one) => one.user === user && one.comments.includes(comment),
  )
  if (!mention || !isConcerned || isCounted || user.muted.includes(author)) return
  let one = data.notifications.find(
    ({ type, ...other }) => type === 'comment' && other.user === user && other.post === post,
  )
  if (!one) {
    one = { type: 'comment', user, post, by: [], comments: [] }
    data.notifications.push(one)
  }
  const known = one.by.find((event) => event.user === author)
  const event = known && known.at > mention.at ? known : mention
  const others = one.by.filter((other) => other.user !== author)
  one.by = [event, ...others].sort((a, b) => b.at - a.at).slice(0, 5)
  if (one.by[0] === mention) one.comment = comment
  one.comments.push(comment)
}
