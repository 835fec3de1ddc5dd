import type { About } from '../backup/snapshot.ts'

/** A line about data for people. */
export function describeAbout({ entries, users, posts, comments, pictures, ...about }: About) {
  const counts = `${users} users, ${posts} posts, ${comments} comments, ${pictures} pictures`
  const club = about.club ? `, club ${about.club.slice(0, 8)}` : ''
  return `${counts}; ${entries} entries of version ${about.version}, from ${about.engine}${club}.`
}
