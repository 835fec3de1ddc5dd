import { spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { onTestFinished } from 'vitest'

function mount(mb: number): string | undefined {
  const folder = mkdtempSync(join(tmpdir(), 'gearheads-disk-'))
  const options = `size=${mb}m,mode=755`
  if (spawnSync('mount', ['-t', 'tmpfs', '-o', options, 'tmpfs', folder]).status === 0)
    return folder
  rmSync(folder, { recursive: true })
  return undefined
}

function unmount(folder: string): void {
  spawnSync('umount', ['--lazy', folder])
  rmSync(folder, { recursive: true, force: true })
}

/** Whether this user may mount file systems. */
export const canMount = (() => {
  const folder = mount(1)
  if (folder) unmount(folder)
  else console.warn('Full disks are not tested: this user may not mount a small one.')
  return folder !== undefined
})()

/** A disk in memory of so many MB, until the test ends. */
export function smallDisk(mb: number) {
  const folder = mount(mb) ?? ''
  chmodSync(folder, 0o755)
  onTestFinished(() => unmount(folder))
  const other = join(folder, 'of-another-program')
  return {
    folder,
    /** Takes so many MB, or all that is left. */
    fill(taken = mb) {
      try {
        writeFileSync(other, Buffer.alloc(taken << 20))
      } catch {
        // Now it is full.
      }
    },
    clear: () => rmSync(other, { force: true }),
  }
}
