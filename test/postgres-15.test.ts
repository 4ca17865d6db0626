import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { createDatabase } from '../server/postgres.ts'
import { DEBIAN_POSTGRES, startDebianPostgres } from './debian-postgres.ts'
import { migrateToRelease, releases, rowsOf, writeRows } from './releases/released.ts'

/** The other tests run on the embedded PostgreSQL, which is newer; `POSTGRES_BIN` runs them on this one. */
describe.runIf(existsSync(join(DEBIAN_POSTGRES, 'initdb')))('on PostgreSQL 15, the oldest that the app takes', () => {
  let server: Awaited<ReturnType<typeof startDebianPostgres>>
  beforeAll(async () => {
    server = await startDebianPostgres(DEBIAN_POSTGRES)
  })
  afterAll(() => server?.stop())

  test.each(releases())('what %s wrote goes through every migration, and the money adds up', async (release) => {
    const url = await createDatabase(server.admin_url, `from_${release}`)
    await migrateToRelease(url, release)
    const database = openDatabase(url, 2)
    await writeRows(database.db, rowsOf(release), () => null)
    await migrateDatabase(url)
    expect(await findViolations(database.db)).toEqual([])
    await database.close()
  })

  test('what people and the worker do is played on it, every statement among it', async () => {
    const args = ['simulate/main.ts', '--seeds=5', '--processes=1', `--postgres=${DEBIAN_POSTGRES}`]
    const child = spawn(process.execPath, args, { stdio: ['ignore', 'pipe', 'pipe'] })
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
    expect(code, `${said}${complained}`.slice(-3000)).toBe(0)
  }, 600_000)
})
