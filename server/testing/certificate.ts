import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import type { CertificateFiles } from '../certificate.ts'

/** Creates a self-signed certificate for localhost in a folder, and replaces the one that is there. */
export function writeCertificate(folder: string, days = 1): CertificateFiles {
  const [cert, key] = [join(folder, 'cert.pem'), join(folder, 'key.pem')]
  const files = ['-keyout', key, '-out', cert, '-days', String(days), '-nodes']
  const args = ['req', '-x509', '-newkey', 'rsa:2048', '-subj', '/CN=localhost', ...files]
  execFileSync('openssl', [...args, '-addext', 'subjectAltName=DNS:localhost'], { stdio: 'ignore' })
  return { cert, key }
}
