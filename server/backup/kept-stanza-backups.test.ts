import { execFileSync } from 'node:child_process'
import { globSync, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { basename, join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { migrateDatabase } from '../../db/migrate.ts'
import { type OpenDatabase, openDatabase } from '../../db/open.ts'
import { lastBackups } from '../../domain/backups/last-backups.ts'
import { movableClock } from '../../domain/clock.ts'
import { type ArchivedPostgres, has_pgbackrest, startArchivedPostgres } from '../../test/archived-postgres.ts'
import { DEBIAN_POSTGRES } from '../../test/debian-postgres.ts'
import { mayMount, mountSmallDisk } from '../../test/small-disk.ts'
import { readConfig } from '../config.ts'
import { databaseAccount } from '../postgres/account.ts'
import { backUpStanza } from './back-up-stanza.ts'
import { copyPictures } from './copy-pictures.ts'
import { backupsOf, type Stanza } from './pgbackrest.ts'
import { tryStanzaBackup } from './stanza-trial.ts'

describe.runIf(has_pgbackrest)('of the backups of a PostgreSQL of one’s own', { timeout: 300_000 }, () => {
  const root = mkdtempSync(join(tmpdir(), 'chowgate-kept-'))
  const clock = movableClock(new Date())
  const room = join(root, 'room')
  // A socket's path ends at 107 characters: a copy is restored there, and does not start.
  const room_of_no_start = join(root, 'r'.repeat(100))
  let postgres: ArchivedPostgres
  let database: OpenDatabase
  let stanza: Stanza
  beforeAll(async () => {
    for (const folder of [room, room_of_no_start]) mkdirSync(folder)
    postgres = await startArchivedPostgres(root)
    // The fewest that pgBackRest may be told to keep.
    const config = readFileSync(postgres.config, 'utf8')
    writeFileSync(postgres.config, config.replace(/^repo1-retention-full=.*$/m, 'repo1-retention-full=1'))
    stanza = { name: 'chowgate', config: postgres.config, account: await databaseAccount(postgres.data) }
    await migrateDatabase(postgres.url)
    database = openDatabase(postgres.url, 4)
  }, 300_000)
  afterAll(async () => {
    await database.close()
    postgres.stop()
    rmSync(root, { recursive: true, force: true })
  })

  const backUp = (where = room) => {
    clock.advance(3600)
    const { url: database_url, config } = postgres
    return backUpStanza({ database_url, config, stanza: 'chowgate', room: where, clock })
  }
  const lookAtPictures = () => {
    const config = readConfig({ DATA_DIR: root, DATABASE_URL: postgres.url }, root)
    return copyPictures({ db: database.db, clock }, config).run()
  }
  const labels = async () => (await backupsOf(stanza)).map(({ label }) => label)
  const log = () => globSync(join(postgres.backups, 'archive/chowgate/15-1/*/*')).map((file) => basename(file))

  test('one that counts outlives those that do not, with its log, and of those that fail one stays', async () => {
    const good = (await backUp())?.backup.label ?? ''
    await lookAtPictures()
    // What was written before it began is of no use, and may go.
    const begin = log().find((file) => file.endsWith('.backup')) ?? ''
    const log_of_good = log().filter((file) => file.slice(0, 24) >= begin.slice(0, 24))
    expect(log_of_good.length).toBeGreaterThan(1)
    // What changed, and then the whole of it, because the one before could not be restored.
    for (const type of ['I', 'F']) {
      await expect(backUp(room_of_no_start)).rejects.toThrow(/^the restored copy does not start /)
      expect(await labels()).toEqual([good, expect.stringMatching(new RegExp(`${type}$`))])
    }
    // This one is sound, and nobody has looked at the pictures yet; nor after the next.
    const sound = (await backUp())?.backup
    expect(sound).toMatchObject({ is_full: true })
    const next = (await backUp())?.backup
    expect(next).toMatchObject({ is_full: false })
    expect(await labels()).toEqual([good, sound?.label, next?.label])
    expect(log()).toEqual(expect.arrayContaining(log_of_good))
    const trial = { stanza, label: good, folder: join(room, 'backup-trial'), programs: DEBIAN_POSTGRES }
    expect(await tryStanzaBackup(trial, { user: 'postgres', database: 'chowgate' }, async () => 'starts')).toBe(
      'starts',
    )
    // Once it counts, the night after lets go of what is older.
    await lookAtPictures()
    expect((await lastBackups(database.db, clock.now()))?.problem).toBe(null)
    const last = (await backUp())?.backup
    expect(await labels()).toEqual([sound?.label, next?.label, last?.label])
    expect(log().filter((file) => log_of_good.includes(file))).toEqual([])
  })

  test.runIf(mayMount())('none is made without room for its trial', async () => {
    const disk = join(root, 'small')
    mkdirSync(disk)
    mountSmallDisk(disk, 'size=2m')
    try {
      const before = await labels()
      await expect(backUp(disk)).rejects.toThrow(/^Backups: the disk of \S+\/small is full: \d+ MB are free/)
      expect(await labels()).toEqual(before)
    } finally {
      execFileSync('umount', [disk])
    }
  })
})
