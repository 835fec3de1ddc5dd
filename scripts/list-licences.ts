/** `npm run licences`: lists what is shipped with the app, and ends with 1 if a licence is not permissive. */
import { fileURLToPath } from 'node:url'
import { complaintAbout } from './licences.ts'
import { shippedPackages } from './shipped-packages.ts'

const shipped = shippedPackages(fileURLToPath(new URL('..', import.meta.url)))
const longest = Math.max(...shipped.map(({ name, version }) => `${name} ${version}`.length))
for (const { name, version, licence } of shipped)
  process.stdout.write(`${`${name} ${version}`.padEnd(longest)}  ${licence ?? ''}\n`)

const complaints = shipped
  .map(complaintAbout)
  .filter((validationError) => validationError !== undefined)
for (const validationError of complaints) console.error(validationError)
if (complaints.length > 0) process.exitCode = 1
