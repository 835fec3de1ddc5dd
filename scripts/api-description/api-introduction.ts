import { KEY_HEADER } from '../../src/contract/call.ts'
import {
  CHANGES_PATH,
  CURSOR_HEADER,
  KEYS_PATH,
  REPLICA_PATH,
  TAB_HEADER,
} from '../../src/contract/changes.ts'
import { type ApiErrorSpec, apiErrors, UNDEFINED_ROUTE } from '../../src/contract/errors.ts'
import { INVITATION_HEADER } from '../../src/contract/invitation.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { TEXT_LIMITS } from '../../src/contract/text-limits.ts'
import { headers, parameters } from './openapi.ts'

const { limit, before, idempotencyKey } = parameters

/** Errors of rows that do not exist. */
export const missing: readonly ApiErrorSpec[] = [
  apiErrors.unknownUser,
  apiErrors.unknownPost,
  apiErrors.unknownComment,
  apiErrors.unknownUpload,
]

const quoted = ({ text }: { text: string }) => `\`${JSON.stringify(text)}\``
const missingTexts = missing.map(quoted).join(', ')

/** The rules for all calls. */
export const introduction = `# The API

<!-- Made from src/contract by \`npm run docs:api\`. Do not edit: a test would tell. -->

All calls of the app, which its service worker and [a club's server](club.md) answer alike; \`GET /api/openapi.json\` has them in OpenAPI 3.1.

[Auth](#auth), [users](#users), [posts](#posts), [comments](#comments), [notifications](#notifications), [own data](#own-data),
[uploads](#uploads), [controls of the mock](#controls-of-the-mock)

## How to call it

Bodies and replies are JSON, except pictures. Names with a capital letter are under [Values](#values) and [Shapes](#shapes).
Unknown fields are ignored, but refused by settings and reset of the controls. A path may end with a slash. \`:id\`, \`:postId\` and
\`:commentId\` take the \`_id\` or the \`id\` of a row, of a picture only its \`_id\`. Times are \`YYYY-MM-DDTHH:mm:ssZ\` with the offset of the
server, such as \`2026-01-31T18:30:00+01:00\`. Lists are newest first. \`Cache-Control\` is \`no-store\`, except for pictures, whose bytes never
change. \`Server-Timing\` has ${headers['Server-Timing'].description.replace('Where the time went: ', '').replace('.', '')}; other servers may leave it out.

### Tokens

Log-in and sign-up return an \`encodedToken\`, which is valid for 30 days, also under a new username. Send it in the header
\`authorization\`, with or without \`Bearer\`. At a members-only club, [nearly all calls](product.md#R3.26) need one. A sign-up by
[invitation](club.md#who-may-come-in) has it in the header \`${INVITATION_HEADER}\`; without a valid one it gets 403.

### Errors

Every failure has the body \`{ error: string[] }\` and changes nothing. Show the first entry. The texts are exact; some end with a space. Any
call can return these:

| Status | When | \`error[0]\` |
| --- | --- | --- |
| 400 | the body is not JSON | ${quoted(apiErrors.malformedJson)} |
| 400 | the body has another shape | the path of the field, a colon, and what is wrong |
| 400 | a picture's address in the body names one that is not stored here | the path of the field, a colon, and ${quoted(apiErrors.unknownUpload)} |
| 404 | the token is missing, expired or of nobody | ${quoted(apiErrors.notRegistered)} |
| ${apiErrors.unknownUser.status} | no such user, post, comment or picture, by the path or by an \`id\` in \`before\` | ${missingTexts} |
| 404 | no call has this method and path | \`"Your app tried to GET '/api/test-todos', but there was no route defined to handle this request."\`, and \`description: "${UNDEFINED_ROUTE}"\` beside it |
| ${apiErrors.longKey.status} | the \`${KEY_HEADER}\` is too long | ${quoted(apiErrors.longKey)} |
| ${apiErrors.keyOfAnotherRequest.status} | the \`${KEY_HEADER}\` belongs to another request | ${quoted(apiErrors.keyOfAnotherRequest)} |
| 500 | anything unexpected | a text that says what failed |
| ${apiErrors.newerData.status} | device: the data are newer than the app | ${quoted(apiErrors.newerData)} |
| ${apiErrors.olderServer.status} | club: another process has updated the data | ${quoted(apiErrors.olderServer)} |
| ${apiErrors.storageFull.status} | no room is left | ${quoted(apiErrors.storageFull)} |

A club also has [limits](club.md#limits), which answer 413, 429 and 503, and refuses a suspended account with 403.

### Pages

| Parameter | |
| --- | --- |
| \`${limit.name}\` | at most so many, from ${limit.schema.minimum} to ${limit.schema.maximum} |
| \`${before.name}\` | the \`_id\` or \`id\` of an item: only what is older |
| \`search\` | of some calls: only what contains this text, of at most ${TEXT_LIMITS.search} characters |

While there are older items, the reply has a header \`Link: </api/posts?limit=…&before=…>; rel="next"\`.
Without \`limit\` and \`before\` the list is whole.

### Changes

Only a club's server streams the changes of all writes, as Server-Sent Events:

\`\`\`
GET ${CHANGES_PATH}?after=<cursor>

id: <cursor>
data: {"by":"<${TAB_HEADER} of the reply to the write>","changes":[{"table":"posts","kind":"changed","_id":"…"}]}
\`\`\`

\`kind\` is \`added\`, \`changed\` or \`removed\`. A comment names its post in \`postId\`. After data without \`changes\`, read everything
again. Every reply has a cursor in \`${CURSOR_HEADER}\`: what changed after that is not in the reply. \`Last-Event-ID\` resumes a stream.
A page that sends a random \`${TAB_HEADER}\` can skip its own changes: replies and changes have a hash of it. A stream with a token also
has what [only that user](product.md#R17.11) may see, and ends with the session.

Devices with a copy of the data use \`POST ${CHANGES_PATH}\`, \`GET ${REPLICA_PATH}\` and \`GET ${KEYS_PATH}\` ([sync](sync.md)).
\`${PUSH_PATH}\` reaches browsers that are closed ([push](club.md#push)).

### Minimal replies

After a write with \`Prefer: return=minimal\`, lists hold only what it changed: the liked post, or nothing after a deletion. The
reply has \`Preference-Applied: return=minimal\`.

With \`Prefer: people=own\`, rows name nobody but the viewer, and have counts instead:

| Row | Has |
| --- | --- |
| post | \`likes: { likeCount, likedBy, dislikedBy }\`, where \`likedBy\` is \`[{ _id }]\` if the viewer likes it, else empty; \`commentCount\`, \`bookmarkedBy\` and \`followedBy\` instead of \`comments\` |
| comment | \`upvoteCount\` and \`downvoteCount\` |
| user | \`followerCount\` and \`followingCount\`; no lists of posts, and \`liked\` names posts by \`_id\` |

Both can be combined: \`Prefer: return=minimal, people=own\`.

### Repeated writes

A write with an \`${KEY_HEADER}\` (a UUID, at most ${idempotencyKey.schema.maxLength} characters) is done once, however often it is sent
within a day: a repeated one is answered with the same rows as they are now. The key counts for one user, method, path and body. A failed
write may be sent again under its key.

A key that is a UUIDv7 (RFC 9562) of the last minute becomes the \`_id\` of the row that the write creates, unless
it names a row that exists, or \`now\` or \`idSeed\` [is set](testers.md#time-and-ids).
At a club, only the sync of its devices names writes.`
