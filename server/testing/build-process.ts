/** A club with the app of one build, as `main.ts` runs it: `node build-process.ts <data> <folder of the app>`. */
import { clubOptions } from '../options.ts'
import { startClub } from '../start.ts'

const [data = '', app = ''] = process.argv.slice(2)
const options = clubOptions(['--controls', '--port', '0', '--data', data])
const { url, close } = await startClub(options, { app })
process.once('SIGTERM', () => close().then(() => process.exit()))
process.send?.(url)
// Ends with the process that started it.
process.once('disconnect', () => process.exit())
