import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import pg from 'pg'
import { afterAll, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { openDatabase } from '../../db/open.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { migrateToRelease, releases, rowsOf, whenOf, writeRows } from '../../test/releases/released.ts'
import { readConfig } from '../config.ts'
import { startPostgres } from '../postgres.ts'
import { writeArchive } from './archive.ts'
import { entriesOf } from './make-backup.ts'
import { FORMAT, markVerified, writeManifest } from './manifest.ts'
import { restoreBackup } from './restore-backup.ts'
import { openBackupStore } from './store.ts'

const root = mkdtempSync(join(tmpdir(), 'chowgate-older-'))
// PostgreSQL's user has to get in when the tests run as root.
chmodSync(root, 0o755)
afterAll(() => rmSync(root, { recursive: true, force: true }))

/** A backup as that release makes it: of its tables and its rows, noted with its migration. */
async function backUpAsOf(release: string, data_dir: string): Promise<string> {
  const config = readConfig({ DATA_DIR: data_dir, BACKUP_TO: join(root, 'backups') }, root)
  const postgres = await startPostgres({ data_dir, log: () => {} })
  const session = new pg.Client({ connectionString: postgres.url })
  try {
    await migrateToRelease(postgres.url, release)
    const database = openDatabase(postgres.url, 2)
    await writeRows(database.db, rowsOf(release), () => null)
    await database.close()
    await session.connect()
    const { rows } = await session.query<{ server_version: string }>('show server_version')
    const store = await openBackupStore(config.backups.to)
    const name = '2026-03-10T02-00-00Z'
    const counted = { pictures: 0 }
    const archive = await writeArchive(store, name, entriesOf(config, session, counted))
    await writeManifest(store, name, {
      format: FORMAT,
      app_version: '0.0.9',
      postgres_version: rows[0]?.server_version ?? '',
      migration: { tag: release, when: whenOf(release) },
      made_at: '2026-03-10T02:00:00Z',
      ...counted,
      ...archive,
    })
    await markVerified(store, name, new Date('2026-03-10T02:01:00Z'))
    return name
  } finally {
    await session.end()
    await postgres.stop()
  }
}

test.each(releases())(
  'a backup that %s made is restored, and the next start brings it up to date',
  {
    timeout: 300_000,
  },
  async (release) => {
    const name = await backUpAsOf(release, join(root, `${release}-then`))
    const data_dir = join(root, `${release}-now`)
    const config = readConfig({ DATA_DIR: data_dir, BACKUP_TO: join(root, 'backups') }, root)
    const now = new Date('2026-03-11T02:00:00Z')
    expect(await restoreBackup(config, { over: false, now, app_version: '0.1.0' })).toMatchObject({ name })
    const postgres = await startPostgres({ data_dir, log: () => {} })
    const database = openDatabase(postgres.url, 2)
    try {
      await migrateDatabase(postgres.url)
      for (const [table, written] of Object.entries(rowsOf(release))) {
        const found = await database.db.execute(sql`select count(*)::int as count from ${sql.identifier(table)}`)
        expect({ table, ...found.rows[0] }).toEqual({ table, count: written.length })
      }
      expect(await findViolations(database.db)).toEqual([])
    } finally {
      await database.close()
      await postgres.stop()
      rmSync(join(root, 'backups'), { recursive: true })
    }
  },
)
