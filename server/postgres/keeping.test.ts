import { inject } from 'vitest'
import { testKeeping } from '../testing/keeping.ts'
import { pgMoments } from '../testing/pg-moments.ts'
import { createSchema } from '../testing/processes.ts'

testKeeping({
  newData: () => createSchema(inject('postgres') ?? ''),
  writeMoments: (data) => pgMoments(data, ['', 'INSERT INTO bytes', 'SELECT rows.key']),
})
