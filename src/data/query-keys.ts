/*
 * The keys of all queries over users, posts and comments. Apart from the functions that change the cache,
 * because the landing screen loads the keys, but not those.
 */

/** The signed-in user. */
export const VIEWER = ['viewer'] as const

/** The start of the key of every query over users. Its data is a user, or pages of users. */
export const USERS = ['users'] as const
/** Lists of users by pages, newest first. Followed by the search text. */
export const PEOPLE = [...USERS, 'people'] as const

/** The followers of a user, or whom they follow, by pages. Followed by the user's `_id` and the name of the list. */
export const FOLLOWS = [...USERS, 'follows'] as const

/** The start of the key of every query over posts. Its data is a post, a list, or pages of posts. */
export const POSTS = ['posts'] as const
/** All posts by pages, newest first. */
export const FEED: string[] = [...POSTS, 'feed']
/** The posts of the viewer and of those whom they follow, by pages, newest first. */
export const FOLLOWING_FEED: string[] = [...POSTS, 'following']
/** The posts of a user by pages, newest first. Followed by the username. */
export const POSTS_OF: string[] = [...POSTS, 'by']
/** Followed by the post's `_id`. */
export const ONE_POST = [...POSTS, 'one'] as const
/** Posts that a search has found, by pages. Followed by its text. */
export const FOUND: string[] = [...POSTS, 'found']
/** The viewer's bookmarked posts by pages, the newest bookmark first. */
export const BOOKMARKS: string[] = [...POSTS, 'bookmarks']

/** Those whom the viewer mutes, by pages, the latest first. */
export const MUTED = [...USERS, 'muted'] as const

/** The users who like a post, by pages. Followed by the post's `_id`. */
export const LIKERS = [...USERS, 'likers'] as const

/** The comments on a post by pages. Followed by the post's `_id`. */
export const COMMENTS = ['comments'] as const

/** What others did that concerns the viewer, by pages. */
export const NOTIFICATIONS = ['notifications'] as const

/** The settings of the controls, and how many rows there are. */
export const CONTROLS = ['controls'] as const

/** One page of a list. `next` is where the next page starts, if there is one. */
export type Page<Row> = { rows: Row[]; next?: string }
