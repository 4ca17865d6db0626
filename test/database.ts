import { randomUUID } from 'node:crypto'
import { afterAll, inject } from 'vitest'
import { namesOfOftenAsked, preparingClient } from '../db/often-asked.ts'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { createDatabase, dropDatabase } from '../server/postgres.ts'
import { refuseForgottenNotes } from './forgotten-notes.ts'
import { TEMPLATE } from './postgres-for-tests.ts'

export type TestDatabase = OpenDatabase & { url: string }

let last_closed: string | undefined

/** Each statement is prepared: of the tests of one file most ask the same. */
const MOST_PREPARED = 1000
/** Tables are small here, and planning took as long as the answers. The app's connections plan as in production. */
const PLANNED_ONCE = '-c plan_cache_mode=force_generic_plan'

/** A database for the tests of one file, closed after the last of them. */
export async function databaseOfFile(pool_size?: number, template?: string): Promise<TestDatabase> {
  const database = await createTestDatabase(pool_size, template)
  afterAll(() => database.close())
  return database
}

/** A database for this test file alone, cloned from the migrated template or from another. `close` drops it. */
export async function createTestDatabase(pool_size = 10, template?: string): Promise<TestDatabase> {
  const admin_url = inject('postgres_admin_url')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(admin_url, name, template ?? TEMPLATE)
  const own_url = new URL(url)
  own_url.searchParams.set('options', PLANNED_ONCE)
  const preparing = preparingClient(namesOfOftenAsked(1, MOST_PREPARED))
  const database = openDatabase(own_url.href, pool_size, preparing)
  if (template === undefined) refuseForgottenNotes(database.db)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      // PostgreSQL waits a tenth of a second for connections that just ended: so the one before is dropped now.
      if (last_closed) await dropDatabase(admin_url, last_closed)
      last_closed = name
    },
  }
}
