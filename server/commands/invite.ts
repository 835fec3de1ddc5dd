import { renderUnicodeCompact } from 'uqr'
import { createInvitation } from '../../mocks/domain/invitations.ts'
import { INVITATION_PARAM } from '../../src/contract/invitation.ts'
import { parseOrigin, readAddress } from '../addresses.ts'
import { changeData } from './change-data.ts'
import type { Command } from './command.ts'

const UNITS: Record<string, number> = { h: 3_600_000, d: 86_400_000, w: 7 * 86_400_000 }
const MAX_USES = 1_000
/** A year. */
const MAX_LIFETIME = 366 * 86_400_000

/** `invite`: a link with which people can sign up, and its QR code. */
export const invite: Command = {
  usage: '[--uses 1] [--expires 7d] [--note TEXT] [--origin https://…]',
  summary: 'a link and a QR code with which people can sign up',
  options: {
    uses: { type: 'string', default: '1' },
    expires: { type: 'string', default: '7d' },
    note: { type: 'string' },
    origin: { type: 'string' },
  },
  async run(context, { options }) {
    const uses = usesIn(options.uses)
    const lifetime = lifetimeIn(options.expires)
    const note = typeof options.note === 'string' ? options.note.slice(0, 200) : undefined
    const { origin } = options
    const address =
      origin === undefined
        ? await readAddress(context.server.database)
        : parseOrigin(String(origin))
    if (!address)
      throw new Error('The club was never started here. Name its address with --origin.')
    const { invitation, token } = await changeData(context, (tx) =>
      createInvitation(tx, { uses, lifetime, note }),
    )
    // A fragment: it is in no log, and no other website gets it.
    const link = `${address}/?form=signup#${INVITATION_PARAM}=${token}`
    const expires = new Date(invitation.expiresAt).toISOString()
    const people = uses === 1 ? 'One person' : `${uses} people`
    return {
      result: { id: invitation._id, link, uses, expires, note },
      text: `${renderUnicodeCompact(link)}
${link}

${people} can sign up with it until ${expires.slice(0, 16).replace('T', ' ')} UTC.
To end it before: revoke-invitation ${invitation._id}`,
    }
  },
}

function usesIn(text: unknown): number {
  const uses = Number(text)
  if (Number.isInteger(uses) && uses >= 1 && uses <= MAX_USES) return uses
  throw new Error(`--uses takes a number from 1 to ${MAX_USES}, not ${text}`)
}

/** In ms. */
function lifetimeIn(text: unknown): number {
  const [, count, unit = ''] = /^(\d{1,4})([hdw])$/.exec(String(text)) ?? []
  const lifetime = Number(count) * (UNITS[unit] ?? 0)
  if (lifetime > 0 && lifetime <= MAX_LIFETIME) return lifetime
  throw new Error(
    `--expires takes hours, days or weeks up to a year, such as 12h, 7d or 4w, not ${text}`,
  )
}
