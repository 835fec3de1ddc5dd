import { existsSync, statSync } from 'node:fs'
import { join } from 'node:path'
import { testKeeping } from '../testing/keeping.ts'

let count = 0

testKeeping({
  newData: async (folder) => join(folder, `data-${count++}`, 'club.db'),
  writeMoments(data) {
    const size = () => statSync(`${data}.unfinished`, { throwIfNoEntry: false })?.size ?? 0
    return [
      () => existsSync(`${data}.unfinished`),
      () => size() > 1_000_000,
      () => size() > 10_000_000,
    ]
  },
})
