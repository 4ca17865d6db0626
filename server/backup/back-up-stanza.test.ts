import { execFile } from 'node:child_process'
import { existsSync, globSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { movableClock } from '../../domain/clock.ts'
import { readVitalSigns } from '../../domain/vital-signs.ts'
import { type ArchivedPostgres, has_pgbackrest, startArchivedPostgres } from '../../test/archived-postgres.ts'
import { readConfig } from '../config.ts'
import { backUpStanza } from './back-up-stanza.ts'
import { copyPictures } from './copy-pictures.ts'

/** Of Debian's programs; where they are not installed, nothing is asked of them. */
describe.runIf(has_pgbackrest)('a PostgreSQL of one’s own', { timeout: 300_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), 'chowgate-stanza-'))
  const clock = movableClock(new Date())
  let postgres: ArchivedPostgres
  let database: OpenDatabase
  beforeAll(async () => {
    for (const name of ['room', 'left', 'right']) mkdirSync(join(root, name))
    postgres = await startArchivedPostgres(root)
    await migrateDatabase(postgres.url)
    database = openDatabase(postgres.url, 4)
  }, 300_000)
  afterAll(async () => {
    await database.close()
    postgres.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const room = join(root, 'room')
  const trial = join(room, 'backup-trial')
  const backUp = () => {
    clock.advance(3600)
    const { url: database_url, config } = postgres
    return backUpStanza({ database_url, config, stanza: 'chowgate', room, clock })
  }
  const last = () => lastBackups(database.db, clock.now())
  const lookAtPictures = () => {
    const config = readConfig({ DATA_DIR: root, DATABASE_URL: postgres.url }, root)
    return copyPictures({ db: database.db, clock }, config).run()
  }

  test('is backed up whole, then by what changed, and each counts once it was restored', async () => {
    expect(await backUp()).toMatchObject({ backup: { is_full: true }, pictures: 0 })
    // Restored and right; the app has yet to look at the pictures.
    expect(await last()).toEqual({ good: null, is_old: true, problem: null })
    await lookAtPictures()
    const first = await last()
    expect(first).toMatchObject({ is_old: false, problem: null })
    const second = await backUp()
    expect(second).toMatchObject({ backup: { is_full: false } })
    await lookAtPictures()
    expect(await last()).toMatchObject({ good: { name: second?.name, bytes: second?.backup.bytes } })
    expect(second?.name).not.toBe(first?.good?.name)
    expect(existsSync(trial)).toBe(false)
  })

  test('counts only while the money adds up in the copy, and what a killed one left behind is cleared', async () => {
    mkdirSync(join(trial, 'data'), { recursive: true })
    writeFileSync(join(trial, 'data/half'), 'half')
    await database.db.transaction(async (tx) => {
      // The database itself refuses such a journal.
      await tx.execute(sql`set local session_replication_role = replica`)
      await tx.execute(sql`with planted as (
        insert into journals (kind, subject, recorded_at) values ('charge', 'planted', now()) returning id
      ) insert into journal_entries (journal_id, account, amount) select id, 'provider', 1 from planted`)
    })
    await expect(backUp()).rejects.toThrow(/^In backup \S+ something is wrong: I3: [^\n]+$/)
    expect((await last())?.problem).toMatch(/^In backup \S+ something is wrong: I3: [^\n]+$/)
    expect(existsSync(trial)).toBe(false)
    await database.db.execute(sql`truncate journals cascade`)
  })

  test('with a damaged backup says so in one line', async () => {
    // Of the one before the data was wrong, and not the files: it takes no new whole one.
    expect(await backUp()).toMatchObject({ backup: { is_full: false } })
    const [file = ''] = globSync(join(postgres.backups, 'backup/chowgate/*F/pg_data/base/*/*.zst')).toSorted().slice(-1)
    const bytes = readFileSync(file)
    const flipped = Buffer.from(bytes)
    flipped.writeUInt8(flipped.readUInt8(bytes.length - 9) ^ 1, bytes.length - 9)
    writeFileSync(file, flipped)
    await expect(backUp()).rejects.toThrow(/^pgBackRest could not restore: [^\n]+$/)
    expect((await last())?.problem).toMatch(/^pgBackRest could not restore: [^\n]+$/)
    expect(existsSync(trial)).toBe(false)
    writeFileSync(file, bytes)
  })

  test('with a place that is gone says so in one line, the log waits, and comes when the place does', async () => {
    const fails = async () => {
      const signs = await readVitalSigns(database.db, new Date())
      return signs.find(({ name }) => name === 'archive_fails_seconds')?.value
    }
    expect(await fails()).toBe(0)
    const archive = join(postgres.backups, 'archive')
    renameSync(archive, join(postgres.backups, 'gone'))
    // A file in its place: whatever is archived meanwhile would make the folder anew.
    writeFileSync(archive, '')
    await expect(backUp()).rejects.toThrow(/^pgBackRest could not backup: [^\n]+$/)
    await database.db.execute(sql`insert into settings (key, value) values ('meanwhile', '1')`)
    await database.db.execute(sql`select pg_switch_wal()`)
    await expect.poll(fails, { timeout: 60_000 }).toBeGreaterThan(0)
    rmSync(archive)
    renameSync(join(postgres.backups, 'gone'), archive)
    // PostgreSQL rests for a minute after three tries, or until there is more.
    await database.db.execute(sql`update settings set value = '2' where key = 'meanwhile'`)
    await database.db.execute(sql`select pg_switch_wal()`)
    await expect.poll(fails, { timeout: 150_000 }).toBe(0)
    clock.advance(7 * 24 * 3600)
    expect(await backUp()).toMatchObject({ backup: { is_full: true } })
  })

  test('is not restored while it runs', () => {
    expect(() => postgres.pgBackRest(['--delta', 'restore'])).toThrow('unable to restore while PostgreSQL is running')
  })

  test('by the command of the unit, twice at once, is backed up once', async () => {
    const command = fileURLToPath(new URL('../backup-database.ts', import.meta.url))
    const args = [command, `--database=${postgres.url}`, `--config=${postgres.config}`]
    const run = (name: string) =>
      new Promise<{ code: number; said: string }>((resolve) =>
        execFile(process.execPath, [...args, `--room=${join(root, name)}`], (error, stdout, stderr) =>
          resolve({ code: Number(error?.code ?? 0), said: stdout + stderr }),
        ),
      )
    const [left, right] = await Promise.all([run('left'), run('right')])
    const said = [left, right].toSorted((one, other) => one.code - other.code)
    expect(said).toMatchObject([
      {
        code: 0,
        said: expect.stringMatching(/^Backup \S+: what changed, [\d.]+ MB\. Restored for a trial: [^\n]+\n$/),
      },
      { code: 1, said: expect.stringMatching(/^Another backup is just being made \(process \d+\): wait for it\.\n$/) },
    ])
  })
})
