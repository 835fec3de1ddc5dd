import { DEFAULT_COVER, DEFAULT_PHOTO, newUser } from '../domain/new-user.ts'
import { publicFile } from '../domain/public-file.ts'
import { uuidAt } from '../store/ids.ts'
import type { UserWithLists } from '../store/links.ts'
import type { UserRow } from '../store/tables.ts'
import { timestamp } from '../store/timestamp.ts'
import { type DataSet, emptyDataSet, type StoredNotification } from './data-set.ts'
import { seedPosts } from './posts.ts'
import { seedUsers } from './users.ts'

const HOUR = 3_600_000

type About = Pick<StoredNotification, 'type' | 'postId' | 'commentId' | 'comments'>

/** The seeded users and posts, with dates relative to `now` (ms since 1970). */
export function seedData(now: number): DataSet {
  const data = emptyDataSet()
  const { users, posts, comments, sequences } = data
  const notifications: StoredNotification[] = []
  const ago = (hours: number) => timestamp(now - hours * HOUR)
  const idOf = (username: string) => users.find((user) => user.username === username)?._id ?? ''

  /** A notification as old as its cause. */
  const notify = (userId: string, by: string, hours: number, about: About) => {
    const moment = Math.round(now - hours * HOUR)
      .toString(16)
      .padStart(12, '0')
    const _id = uuidAt(`${moment}000`, by.slice(19))
    notifications.push({ ...about, _id, userId, by: [{ _id, userId: by }] })
  }

  for (const seed of seedUsers) {
    const row = seedUser(seed, { id: String(users.length + 1), createdAt: ago(1000) })
    users.push(withoutLinks(row))
  }

  for (const post of seedPosts.toReversed()) {
    const { _id, author, age, content, imageUrl, imageAlt } = post
    const written = { createdAt: ago(age), updatedAt: ago(age) }
    const likes = { likeCount: 0, likedBy: [], dislikedBy: [], bookmarkedBy: [] }
    const row = {
      _id,
      id: String(posts.length + 1),
      userId: idOf(author),
      content,
      imageUrl: publicFile(imageUrl),
      imageAlt,
    }
    posts.push({ ...row, ...likes, ...written })

    if ('comment' in post) {
      const { _id: commentId, author: by, age: hours, content: text } = post.comment
      const when = { createdAt: ago(hours), updatedAt: ago(hours) }
      const votes = { upvotedBy: [], downvotedBy: [] }
      const comment = { _id: commentId, id: '1', postId: _id, userId: idOf(by), content: text }
      comments.push({ ...comment, ...votes, ...when })
      const about = { postId: _id, commentId }
      notify(row.userId, comment.userId, hours, {
        ...about,
        type: 'comment',
        comments: [commentId],
      })
      for (const { _id: named } of users.filter(({ username }) => text.includes(`@${username}`)))
        notify(named, comment.userId, hours, { ...about, type: 'mention' })
    }
  }

  sequences.users = users.length
  sequences.posts = posts.length
  sequences.comments = comments.length
  return { ...data, notifications }
}

type SeedUser = Pick<UserRow, '_id' | 'username' | 'firstName' | 'password' | 'bio'> & {
  photo?: `/${string}`
  photoAlt?: string
  cover: `/${string}`
  coverAlt: string
}

/** The row of a seeded user. */
export function seedUser(
  { _id, photo, photoAlt, cover, coverAlt, ...fields }: SeedUser,
  { id, createdAt }: Pick<UserRow, 'id' | 'createdAt'>,
): UserRow {
  const chosen = photo ? publicFile(photo) : ''
  const profilePhoto = { default: DEFAULT_PHOTO, chosen, alt: photoAlt }
  const coverPhoto = { default: DEFAULT_COVER, chosen: publicFile(cover), alt: coverAlt }
  return { ...newUser({ ...fields, profilePhoto, coverPhoto, createdAt }), _id, id }
}

/** A user who has no relations. */
export function withoutLinks(row: UserRow): UserWithLists {
  return { ...row, followers: [], following: [], bookmarks: [], liked: [] }
}
