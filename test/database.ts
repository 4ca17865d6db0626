import { randomUUID } from 'node:crypto'
import { inject } from 'vitest'
import { type OpenDatabase, openDatabase } from '../db/open.ts'
import { createDatabase, dropDatabase } from '../server/postgres.ts'
import { TEMPLATE } from './postgres-for-tests.ts'

export type TestDatabase = OpenDatabase & { url: string }

/** A database for this test file alone, cloned from the migrated template or from another. `close` drops it. */
export async function createTestDatabase(pool_size = 10, template?: string): Promise<TestDatabase> {
  const admin_url = inject('postgres_admin_url')
  const name = `test_${randomUUID().replaceAll('-', '')}`
  const url = await createDatabase(admin_url, name, template ?? TEMPLATE)
  const database = openDatabase(url, pool_size)
  return {
    ...database,
    url,
    async close() {
      await database.close()
      await dropDatabase(admin_url, name)
    },
  }
}
