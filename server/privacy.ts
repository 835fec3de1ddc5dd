/** What the privacy page says depends on these options of the club. */
export type PrivacyFacts = {
  membersOnly: boolean
  /** How to reach the organiser: an address or a sentence. */
  contact?: string
  imageHost?: string
  /** Whether each request is logged. */
  isLogged: boolean
}

/** It has no scripts, and one style sheet in its text. */
export const PRIVACY_POLICY =
  "default-src 'none'; style-src 'unsafe-inline'; img-src 'self'; base-uri 'none'; form-action 'none'; frame-ancestors 'none'"

/** The privacy page of a club: what is kept where, who can read it, and how to get, correct and delete it (R16.18). */
export function privacyPage(facts: PrivacyFacts): string {
  const { membersOnly, contact, imageHost, isLogged } = facts
  const reach = contact ? textOf(contact) : 'the person who told you about this club'
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1, viewport-fit=cover">
<meta name="color-scheme" content="light dark">
<title>Privacy – Gearheads</title>
<link rel="icon" href="/icons/favicon.svg" type="image/svg+xml">
<style>${STYLE}</style>
</head>
<body>
<header><a href="/"><img src="/icons/favicon.svg" alt="" width="32" height="32"> Gearheads</a></header>
<main>
<h1>Privacy at this club</h1>
<p>What you write here is kept by this club, whose organiser runs its server, and on the phones of its members. There are
no advertisements and no analytics.</p>

<h2>Who can read it</h2>
<ul>
<li>${
    membersOnly
      ? 'Members of this club can read your name, username, bio, pictures, posts and comments, and see whom you follow and what you like, vote for and bookmark. Other people cannot.'
      : 'Everybody who can open the address of this club, members or not, can read your name, username, bio, pictures, posts and comments, and see whom you follow and what you like, vote for and bookmark.'
  }</li>
<li>The organiser can read everything that the club keeps, except your password.</li>
<li>Only you see your drafts, and whom you mute.</li>
<li>If the address of this club begins with http:// and not https://, people in the same network can read what you send.</li>
</ul>

<h2>What is kept where, and how long</h2>
<dl>
<dt>With the club</dt>
<dd>Your profile, a hash of your password, what you post, like, vote for, bookmark, follow and mute, your notifications, the devices that can hand posts over for you, and when each
of these was made${membersOnly ? ', and the invitation with which you came, if any' : ''}. Until you delete it, or the organiser does. The email
address of the sign-up form is never sent. If something of yours is reported, the organiser keeps a copy of it with the report, until
180 days after the decision, also when you delete it; and what the organiser does about members is recorded for a year.</dd>
<dt>On your phone</dt>
<dd>Your session, your drafts, what is not sent yet, and a copy of the newest posts, comments, pictures and people, so that the app works
without signal. ${
    membersOnly
      ? 'Logging out removes all of it, unless another member is logged in on the same phone.'
      : 'Logging out removes the session, the drafts and what is not sent. The copy of what everybody can read stays until you delete the data of this site in your browser.'
  } Nothing on the phone is encrypted by the app.</dd>
<dt>On the phones of other ${membersOnly ? 'members' : 'people'}</dd>
<dd>The same copy. What you delete or change disappears there the next time that the phone reaches the club.${
    membersOnly
      ? ' When a membership ends, that phone removes its copy the next time that it reaches the club.'
      : ''
  } What others have seen or photographed stays with them. A phone to which you give posts keeps them, unencrypted, until they
are at the club, for a week at most.</dd>
<dt>In backups</dt>
<dd>The organiser may keep copies of the data. What you delete stays in them until they are replaced.</dd>
${
  isLogged
    ? `<dt>In the log of the server</dt>
<dd>For each request the time, the network address, the path, the result, how long it took, and the id of your account if you
are logged in; never what you write, and no password. The organiser decides how long it is kept.</dd>
`
    : ''
}<dt>With the maker of your browser</dt>
<dd>Only if you turn on notifications for a device in Settings: then its push service (of Google, Mozilla, Apple or Microsoft) delivers
them. It learns when you get one. The content is encrypted for your browser.</dd>
${
  imageHost
    ? `<dt>At ${textOf(new URL(imageHost).host)}</dt>
<dd>Pictures that you post. Everybody who knows the address of a picture there can open it${membersOnly ? ', members or not' : ''}.</dd>
`
    : ''
}<dt>At other addresses</dt>
<dd>A post can show a picture of another website, which then learns your network address.</dd>
</dl>

<h2>Get, correct or delete it</h2>
<ul>
<li>Settings has <b>Download my data</b>: everything that the club keeps about you.</li>
<li>You can change your profile in Settings, and edit or delete each post and comment in its menu.</li>
<li>Settings has <b>Delete my account</b>: with all your posts, comments and pictures, or without them, under the name
“Former member”.</li>
<li>If you cannot log in, ask the organiser to do it.</li>
</ul>

<h2>Contact</h2>
<p>The organiser answers for this club. To reach them: ${reach}.</p>
<p class="back"><a href="/">Back to Gearheads</a></p>
</main>
</body>
</html>
`
}

/** As in src/ui/tokens.css. */
const STYLE = `
:root{color-scheme:light dark;--bg:light-dark(#f2efe9,#101114);--surface:light-dark(#fffdf9,#181a1f);--line:light-dark(#d9d3c6,#31353f);--text:light-dark(#17181b,#f3f1ec);--muted:light-dark(#585c66,#aaaeb9);--accent-text:light-dark(#b23a06,#ff8b57);--focus:light-dark(#b23a06,#ffc53d)}
*{box-sizing:border-box}
body{margin:0;background:var(--bg);color:var(--text);font:1rem/1.6 "Public Sans",system-ui,-apple-system,"Segoe UI",Roboto,sans-serif;overflow-wrap:anywhere;-webkit-text-size-adjust:100%}
header,main{max-width:44rem;margin:0 auto;padding:16px 16px 0}
header a{display:inline-flex;gap:10px;align-items:center;min-height:44px;color:var(--text);font-weight:700;font-size:1.25rem;text-decoration:none}
main{padding-bottom:calc(32px + env(safe-area-inset-bottom,0px))}
h1{font-size:clamp(1.75rem,1.4rem + 1.5vw,2.25rem);line-height:1.2;margin:8px 0 12px}
h2{font-size:1.25rem;line-height:1.3;margin:28px 0 8px}
p{margin:0 0 12px}
ul{margin:0;padding-left:1.25rem}
li+li{margin-top:8px}
dl{margin:0;border:1px solid var(--line);border-radius:14px;background:var(--surface);padding:4px 16px}
dt{font-weight:700;padding-top:12px}
dd{margin:0;padding-bottom:12px;border-bottom:1px solid var(--line)}
dd:last-child{border:0}
a{color:var(--accent-text);text-underline-offset:3px}
:focus-visible{outline:3px solid var(--focus);outline-offset:2px}
.back{margin-top:28px}
.back a{display:inline-flex;align-items:center;min-height:44px;font-weight:600}
`

const ENTITIES: Record<string, string> = { '&': '&amp;', '<': '&lt;', '>': '&gt;', '"': '&quot;' }

function textOf(text: string): string {
  return text.replace(/[&<>"]/g, (character) => ENTITIES[character] ?? '')
}
