/** The practice server as a separate process, on any free port of this machine: `node club-process.ts <data> [options]`. */
import { clubOptions } from '../options.ts'
import { startClub } from '../start.ts'

const [data = '', ...more] = process.argv.slice(2)
const options = ['--api-only', '--controls', '--local-push', '--port', '0', '--data', data, ...more]
const { url } = await startClub(clubOptions([...options, '--image-host', 'https://pictures.test/']))
process.send?.(url)
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
