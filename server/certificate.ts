import { X509Certificate } from 'node:crypto'
import { readFileSync, unwatchFile, watchFile } from 'node:fs'
import { createSecureContext } from 'node:tls'
import { type ErrorLine, type EventLine, errorLine } from './log.ts'

/** The paths of a certificate, with those of its issuers, and of its key, both in PEM. */
export type CertificateFiles = { cert: string; key: string }

type Certificate = { cert: string; key: string; files: CertificateFiles }

/**
 * Reads the file that an option names. Its name is not shown: it may be the secret that belongs into the file.
 * @throws Error when it cannot be read
 */
export function readOption(option: string, file: string): string {
  try {
    return readFileSync(file, 'utf8')
  } catch (error) {
    const { code } = error as NodeJS.ErrnoException
    throw new Error(`${option} takes the name of a file, and that file cannot be read (${code}).`)
  }
}

/** @throws if the files cannot be read, or do not belong together */
export function readCertificate(files: CertificateFiles): Certificate {
  const [cert, key] = [readOption('--cert', files.cert), readOption('--key', files.key)]
  const certificate = { cert, key, files }
  try {
    createSecureContext({ cert, key })
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : cause
    throw new Error(`${files.cert} and ${files.key} are no certificate and its key: ${reason}`)
  }
  return certificate
}

/** When a certificate in PEM ends, in ms since 1970. */
function endOf(cert: string): number {
  return Date.parse(new X509Certificate(cert).validTo)
}

/**
 * How often the files are looked at, in ms. Programs that renew certificates replace links, or write in place: looking is
 * simpler than to watch the folders of both ends of a link.
 */
const INTERVAL_MS = 10_000

type Log = { logError?: (line: ErrorLine) => void; logEvent?: (line: EventLine) => void }

/**
 * Uses a certificate again when one of its files has changed. One that is broken, or half written, is logged, and the old one
 * stays; the next change is another try.
 * @returns functions that read it at once, that return when the one in use ends, and that end this
 */
export function watchCertificate(
  files: CertificateFiles | undefined,
  use: (certificate: Certificate) => void,
  { logError, logEvent }: Log,
  interval = INTERVAL_MS,
) {
  if (!files) return { read: () => undefined, end: () => undefined, close: () => undefined }
  let inUse = readFileSync(files.cert, 'utf8')
  function read(): void {
    try {
      const certificate = readCertificate(files as CertificateFiles)
      use(certificate)
      inUse = certificate.cert
      const end = new Date(endOf(certificate.cert)).toISOString()
      const event = `The certificate was read again. It ends at ${end}.`
      logEvent?.({ time: new Date().toISOString(), event })
    } catch (cause) {
      logError?.(errorLine(new Error('The old certificate stays in use.', { cause })))
    }
  }
  const paths = [files.cert, files.key]
  for (const path of paths) watchFile(path, { interval, persistent: false }, read)
  return {
    read,
    end: () => endOf(inUse),
    close() {
      for (const path of paths) unwatchFile(path, read)
    },
  }
}
