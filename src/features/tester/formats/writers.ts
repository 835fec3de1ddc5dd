import { isClub } from '../../../pwa/club.ts'
import { writeCurl } from './curl.ts'
import { type Context, type Export, type Recorded, withoutMarks } from './exported.ts'
import { writeFetch, writePlaywright } from './javascript.ts'
import { writeOwnFile } from './own-file.ts'
import { writePostman } from './postman.ts'
import { writePython } from './python.ts'
import { type Script, toScript } from './script.ts'

type Write = (exchanges: readonly Recorded[], context: Context) => Export

const code =
  (write: (script: Script) => string, signsUp?: boolean): Write =>
  (exchanges, context) => {
    const script = toScript(exchanges, context, signsUp)
    return { text: withoutMarks(write(script)), leftOut: script.leftOut }
  }
const whole =
  (write: (exchanges: readonly Recorded[], context: Context) => string): Write =>
  (exchanges, context) => ({ text: write(exchanges, context), leftOut: [] })

/** The writer of each format. */
export const writers = {
  // A new browser has data of its own, without the user. A club's accounts are for people: only its user can pass a token.
  'Playwright test': code(writePlaywright, !isClub),
  curl: code(writeCurl),
  fetch: code(writeFetch),
  Python: code(writePython),
  Postman: whole(writePostman),
  Gearheads: whole((exchanges) =>
    writeOwnFile(
      exchanges.map(({ name = '', request, checks = [] }) => ({ name, request, checks })),
    ),
  ),
} satisfies Record<string, Write>
