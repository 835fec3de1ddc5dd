import { KEY_HEADER } from '../../src/contract/call.ts'
import {
  CHANGES_PATH,
  CURSOR_HEADER,
  KEYS_PATH,
  REPLICA_PATH,
  TAB_HEADER,
} from '../../src/contract/changes.ts'
import { apiErrors, UNDEFINED_ROUTE } from '../../src/contract/errors.ts'
import { INVITATION_HEADER } from '../../src/contract/invitation.ts'
import { PUSH_PATH } from '../../src/contract/push.ts'
import { headers, parameters } from './openapi.ts'

const { limit, before, idempotencyKey } = parameters

/** The rules for all calls. */
export const introduction = `# The API

<!-- Made from src/contract by \`npm run docs:api\`. Do not edit: a test would tell. -->

The calls that the app makes, and that the mock answers. The same as OpenAPI 3.1 is at
\`GET /api/openapi.json\`. [A club's server](club.md) answers them in the same way;
\`npm run test:contract\` checks that.

[How to call it](#how-to-call-it) · [Errors](#errors) · [Pages](#pages) · [Changes](#changes) · [All calls](#all-calls) · [Shapes](#shapes)

## How to call it

Bodies and answers are JSON, but for pictures. Fields that are not named here are passed over. A path
may end with a slash. A \`:parameter\` that names a user, a post, a comment or a picture takes its
\`_id\` or its \`id\`. Times are \`YYYY-MM-DDTHH:mm:ssZ\` with the offset of the server, such as
\`2026-01-31T18:30:00+01:00\`. Lists are newest first.

### Tokens

\`POST /api/auth/login\` and \`POST /api/auth/signup\` answer an \`encodedToken\`. Send it in the header
\`authorization\`, with or without the word \`Bearer\` before it. It is valid for 30 days. It names the
user by \`_id\`, so that it outlives a new username.

At a club for members only, all calls need a token but log-in, sign-up, verify, log-out and the description of the API. A sign-up at a club that wants one sends its
invitation in the header \`${INVITATION_HEADER}\`; without a valid one it gets 403, with a text that says why
([who may come in](club.md#who-may-come-in)).

### Errors

Every failure has the body \`{ error: string[] }\`, and its first entry is the one to show. The texts
are given below to the letter; some end with a space. Beside those that a call lists, there are:

| Status | When | \`error[0]\` |
| --- | --- | --- |
| 400 | the body is no JSON | \`${JSON.stringify(apiErrors.malformedJson.text)}\` |
| 400 | the body has another shape | the path of the field, a colon, and what is wrong |
| 404 | the token is missing, expired or of nobody | \`${JSON.stringify(apiErrors.notRegistered.text)}\` |
| ${apiErrors.longKey.status} | the \`${KEY_HEADER}\` is too long | \`${JSON.stringify(apiErrors.longKey.text)}\` |
| 400 | the address of a picture names one that is not kept here | the path of the field, a colon, and \`${JSON.stringify(apiErrors.unknownUpload.text)}\` |
| ${apiErrors.keyOfAnotherRequest.status} | the \`${KEY_HEADER}\` belongs to another request | \`${JSON.stringify(apiErrors.keyOfAnotherRequest.text)}\` |
| 404 | no call has this method and path | \`"Your app tried to GET '/api/test-todos', but there was no route defined to handle this request."\`, and \`description: "${UNDEFINED_ROUTE}"\` beside it |
| 500 | anything unexpected | a text that says what failed |
| ${apiErrors.newerData.status} | the mock only: the data are newer than the app | \`${JSON.stringify(apiErrors.newerData.text)}\` |
| ${apiErrors.olderServer.status} | a club only: another process has updated the data | \`${JSON.stringify(apiErrors.olderServer.text)}\` |
| ${apiErrors.storageFull.status} | no room is left | \`${JSON.stringify(apiErrors.storageFull.text)}\` |

Whatever fails changes nothing.

### Pages

| Parameter | |
| --- | --- |
| \`${limit.name}\` | ${limit.description} From ${limit.schema.minimum} to ${limit.schema.maximum}. |
| \`${before.name}\` | ${before.description} |

While older items are left, the answer has a header \`Link: </api/posts?limit=…&before=…>; rel="next"\`.
Without \`limit\` and \`before\` the list is whole. Some lists can be searched too, whole or in pages.

### Changes

A club's server, and only that, streams the changes of all writes as Server-Sent Events:

\`\`\`
GET ${CHANGES_PATH}?after=<cursor>

id: <cursor>
data: {"by":"<${TAB_HEADER} of the reply to the write>","changes":[{"table":"posts","kind":"changed","_id":"…"}]}
\`\`\`

A page that sends a random \`${TAB_HEADER}\` with its requests can skip its own changes: the replies have the name of the
page, which is a hash of it. \`kind\` is \`added\`, \`changed\` or \`removed\`. A comment names its post in \`postId\`. Data without
\`changes\` say that any row may have changed: read everything again. Changes of notifications, and of whom a user mutes, are
only in streams that are opened with the token of that user, which end with its session. Every reply has a cursor in
\`${CURSOR_HEADER}\`: what changed after that is not in the reply. \`Last-Event-ID\` resumes a stream.

Devices that keep a copy of the data use \`POST ${CHANGES_PATH}\`, \`GET ${REPLICA_PATH}\` and
\`GET ${KEYS_PATH}\`, which [sync](sync.md) describes. \`${PUSH_PATH}\` sends
notifications to browsers that are closed ([push](club.md#push)).

### Minimal answers

A write that is sent with \`Prefer: return=minimal\` answers lists that hold only what it changed, under
the same keys: the post that was liked, or no comment after one was deleted. It says so with
\`Preference-Applied: return=minimal\`.

### Replies that do not grow with the crowd

With \`Prefer: people=own\` the rows of a reply name nobody but the viewer, and have counts instead:
\`likes: { likeCount, likedBy, dislikedBy }\`, where \`likedBy\` is \`[{ _id }]\` if the viewer likes the post, else empty. A post
has \`commentCount\`, \`bookmarkedBy\` and \`followedBy\` instead of \`comments\`; a comment \`upvoteCount\` and
\`downvoteCount\`; a user \`followerCount\` and \`followingCount\`, and no lists of posts; \`liked\` names posts by \`_id\`. It can
be combined: \`Prefer: return=minimal, people=own\`. Lists of people have calls of their own, which return pages.

### Writes that are sent again

A write with an \`${KEY_HEADER}\` (a UUID, at most ${idempotencyKey.schema.maxLength} characters) is done once, however often it is sent
within a day: a repeated one changes nothing and is answered with the same rows as they are now. The key
counts for one user, method, path and body; of a form, for its fields and the bytes of its file. A write that
failed may be sent again under its key.

A key that is a UUIDv7 (RFC 9562) names its write: it becomes the \`_id\` of the row that the write creates, unless
it lies in the future or names a row that exists. To a club, only its devices name writes, by sync.

### Other headers

\`Server-Timing\`: ${headers['Server-Timing'].description} A real server may leave it out.

\`Cache-Control\` is \`no-store\`, but for pictures: their bytes never change.`
