/** One way to break a rule. `code` occurs exactly once in `file`. */
export type Mutation = {
  /** The rule that `broken` breaks. */
  rule: string
  file: string
  code: string
  broken: string
  /** The files or folders of its tests. */
  tests: string[]
}

const posts = { file: 'mocks/handlers/posts.ts', tests: ['mocks/handlers', 'mocks/conformance/'] }
const comments = {
  file: 'mocks/handlers/comments.ts',
  tests: ['mocks/handlers', 'mocks/conformance/'],
}
const users = { file: 'mocks/handlers/users.ts', tests: ['mocks/handlers', 'mocks/conformance/'] }
const domain = (name: string) => ({
  file: `mocks/domain/${name}.ts`,
  tests: ['mocks/domain', 'mocks/handlers'],
})
const data = (name: string) => ({ file: `src/data/${name}.ts`, tests: ['src/data'] })
const editor = (name: string) => ({
  file: `src/features/tester/json-editor/${name}.ts`,
  tests: ['src/features/tester/json-editor'],
})

export const mutations: readonly Mutation[] = [
  {
    ...posts,
    rule: 'a post is liked once',
    code: "if (await tx.links.has('likedBy', post, viewer)) throw",
    broken: "if (await tx.links.has('likedBy', post, post)) throw",
  },
  {
    ...posts,
    rule: 'a dislike lowers the count, even if its user never liked the post',
    code: 'takenLikes: post.takenLikes + 1',
    broken: 'takenLikes: post.takenLikes',
  },
  {
    ...posts,
    rule: 'a count does not fall below 0',
    code: 'if (likeCount === 0) throw',
    broken: 'if (likeCount === -1) throw',
  },
  {
    ...posts,
    rule: 'a post is disliked once',
    code: 'if (wasDisliked) throw',
    broken: 'if (false) throw',
  },
  {
    ...posts,
    rule: 'only the author deletes a post',
    code: 'if (post.userId !== viewer._id) throw new ApiError(apiErrors.deleteForeignPost)',
    broken: 'if (post.userId === "") throw new ApiError(apiErrors.deleteForeignPost)',
  },
  {
    ...comments,
    rule: 'the author of a post may delete the comments on it',
    code: '[comment.userId, post.userId].includes(viewer._id)',
    broken: '[comment.userId].includes(viewer._id)',
  },
  {
    ...comments,
    rule: 'an upvote takes the downvote back',
    code: "tx.links.remove('downvotedBy', comment, viewer)",
    broken: '',
  },
  {
    ...users,
    rule: 'a post is bookmarked once',
    code: 'if (isBookmarked) throw',
    broken: 'if (false) throw',
  },
  {
    ...users,
    rule: 'nobody follows themselves',
    code: 'if (other._id === viewer._id) throw',
    broken: 'if (other._id === "") throw',
  },
  {
    ...domain('token'),
    rule: 'a token expires',
    code: 'exp * 1000 > Date.now()',
    broken: 'exp > 0',
  },
  {
    ...domain('token'),
    rule: 'a token is signed with one algorithm',
    code: '{ algorithms: [ALGORITHM] }',
    broken: '{}',
  },
  {
    ...domain('password'),
    rule: 'a password is compared whole',
    code: 'let difference = a.length ^ b.length',
    broken: 'let difference = 0',
  },
  {
    ...domain('pagination'),
    rule: 'a page links to the next one only if there is one',
    code: 'rows.length <= limit) return rows',
    broken: 'rows.length < limit) return rows',
  },
  {
    ...domain('pagination'),
    rule: 'a page has 100 rows at most',
    code: 'limit <= 100) return limit',
    broken: 'limit <= 1000) return limit',
  },
  {
    ...domain('pagination'),
    rule: 'a search ignores case',
    code: 'field.toLowerCase().includes(text.toLowerCase())',
    broken: 'field.includes(text)',
  },
  {
    ...domain('check-snapshot'),
    rule: 'nobody likes and dislikes a post in a snapshot',
    code: 'areDisjoint(likedBy, dislikedBy),',
    broken: 'true,',
  },
  {
    file: 'mocks/idempotency.ts',
    tests: ['mocks/idempotency.test.ts'],
    rule: 'a key belongs to one request',
    code: 'if (!isSame) throw',
    broken: 'if (false) throw',
  },
  {
    file: 'mocks/data/keys.ts',
    tests: ['mocks/data/keys.test.ts'],
    rule: 'usernames are compared without regard to case',
    code: ".normalize('NFKC').toLowerCase()",
    broken: ".normalize('NFKC')",
  },
  {
    file: 'mocks/data/cached-store.ts',
    tests: ['mocks/data'],
    rule: 'a cached value is dropped when it is written',
    code: 'known.delete(key)',
    broken: 'known.has(key)',
  },
  {
    file: 'mocks/data/row-cache.ts',
    tests: ['mocks/data/row-cache.test.ts'],
    rule: 'a read sees one revision of the data',
    code: 'current !== given || revision !== given',
    broken: 'current !== given',
  },
  {
    file: 'mocks/data/text-blocks.ts',
    tests: ['mocks/domain/search.test.ts'],
    rule: 'a search finds the new text of an edited post',
    code: 'if (_id <= newest)',
    broken: 'if (_id < newest && false)',
  },
  {
    ...data('optimistic-write'),
    rule: 'writes to a row go out one after the other',
    code: '    scope: { id: row },\n',
    broken: '',
  },
  {
    ...data('optimistic-write'),
    rule: 'a toggle that is reached is not sent',
    code: 'return !isReached(client, write)',
    broken: 'return true',
  },
  {
    ...data('cached-rows'),
    rule: 'a patched answer stays invalidated',
    code: '    if (isInvalidated) query.invalidate()\n',
    broken: '',
  },
  {
    ...data('pending-writes'),
    rule: 'an un-like takes one from the count',
    code: 'likeCount + (wanted ? 1 : -1)',
    broken: 'likeCount + 1',
  },
  {
    ...data('drafts/send-draft'),
    rule: 'the same content is sent under the same key',
    code: 'isSame ? sent.key : newUuid()',
    broken: 'newUuid()',
  },
  {
    file: 'src/client/call.ts',
    tests: ['src/client/call.test.ts'],
    rule: 'a read that a write overlaps is read again',
    code: 'if (before === changes) return result',
    broken: 'return result',
  },
  {
    file: 'src/features/account/credentials.ts',
    tests: ['src/features/account'],
    rule: 'a password has 15 characters at most',
    code: '{7,15}',
    broken: '{7,16}',
  },
  {
    file: 'src/features/tester/redact.ts',
    tests: ['src/features/tester'],
    rule: 'the history keeps no passwords',
    code: '(?:password|',
    broken: '(?:passphrase|',
  },
  {
    ...editor('detect-type'),
    rule: 'a number with a leading zero is a text',
    code: '(?:0|[1-9]\\d*)',
    broken: '(?:\\d+)',
  },
  {
    ...editor('rows'),
    rule: 'arrays are grouped by 100',
    code: 'GROUP_SIZE = 100',
    broken: 'GROUP_SIZE = 101',
  },
  {
    ...editor('editor-state'),
    rule: 'a change is undone only while no other value came',
    code: 'Object.is(last.after, value)',
    broken: 'true',
  },
]
