import pg from 'pg'
import { expect, inject, test } from 'vitest'
import { openStore } from '../adapters/open-store.ts'

const postgres = inject('postgres') ?? ''

test('a database that is not UTF-8 is refused, and the sentence says how to create one', async () => {
  const client = new pg.Client(postgres)
  await client.connect()
  await client.query("CREATE DATABASE latin ENCODING 'LATIN1' TEMPLATE template0 LOCALE 'C'")
  await client.end()
  const { href } = Object.assign(new URL(postgres), { pathname: '/latin' })
  await expect(openStore(href)).rejects.toThrow(/the encoding LATIN1.*ENCODING 'UTF8'/)
})

test('a schema that is missing, and a database, are named', async () => {
  const { href } = Object.assign(new URL(postgres), { pathname: '/none' })
  await expect(openStore(href)).rejects.toThrow(
    `The data ${href} cannot be used: database "none" does not exist`,
  )
  const options = encodeURIComponent('-c search_path=none')
  await expect(openStore(`${postgres}?options=${options}`)).rejects.toThrow(
    /search_path.*CREATE SCHEMA/,
  )
})
