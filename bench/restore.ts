import { chmodSync, existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { namedPictures } from '../domain/backups/named-pictures.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { findBackups, readManifest } from '../server/backup/manifest.ts'
import { openBackupStore } from '../server/backup/store.ts'
import { startPostgres } from '../server/postgres.ts'
import { command, giveRealPictures, load_columns, loadRow, orderIds, play, RATE } from './backed-up-campus.ts'
import { liftMessageCaps } from './lifted-limits.ts'
import { figure, table } from './markdown.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'

/** A backup under orders, and the walk back: restored to another folder, started, and compared with what went on. */
export async function measureRestore(stage: Stage): Promise<Section> {
  const { db } = stage.database
  await liftMessageCaps(db)
  await giveRealPictures(db, stage.folder)
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-restore-'))
  // PostgreSQL's own user has to get in.
  chmodSync(folder, 0o755)
  try {
    const alone = await play(stage, 20, 0)
    const loaded = play(stage, 60, 1_000_000)
    // Once they are in full swing.
    await sleep(15_000)
    const paid_before = await orderIds(db)
    const backup = await command('backup', [], placesOf(stage.folder, folder))
    const during = await loaded
    const restored_dir = join(folder, 'data')
    const restore = await command('restore', [], placesOf(restored_dir, folder))
    const began_ms = performance.now()
    const found = await look(restored_dir)
    const start_s = (performance.now() - began_ms) / 1000
    const after = await orderIds(db)
    const strangers = [...found.order_ids].filter((id) => !after.has(id)).length
    const lost = [...paid_before].filter((id) => !found.order_ids.has(id)).length
    const [good] = await findBackups(await openBackupStore(placeOf(folder)))
    const manifest = await readManifest(await openBackupStore(placeOf(folder)), good?.name ?? '')
    const problems = [
      ...(backup.code === 0 ? [] : [`the backup failed: ${backup.said}`]),
      ...(restore.code === 0 ? [] : [`the restore failed: ${restore.said}`]),
      ...(lost > 0 ? [`${lost} orders of before the backup are missing`] : []),
      ...(strangers > 0 ? [`${strangers} orders are in the copy that never were`] : []),
      ...found.violations,
      ...found.missing.map((address) => `no picture ${address}`),
    ]
    return {
      name: 'restore',
      text: [
        '## A restore',
        explanation,
        table(load_columns, [loadRow('without a backup', alone), loadRow('while it is made', during)]),
        table(
          ['step', 'seconds', 'what came of it'],
          [
            ['backup, with its trial', figure(backup.seconds, 1), `${figure(sizeOf(manifest) / 1e6, 1)} MB packed`],
            ['restore', figure(restore.seconds, 1), `${figure(manifest.unpacked_bytes / 1e6, 1)} MB unpacked`],
            ['start, migrate, look', figure(start_s, 1), `${figure(found.order_ids.size)} orders`],
          ],
        ),
        problems.length === 0
          ? `All ${figure(paid_before.size)} orders of before the backup are in it, ` +
            `${figure(found.order_ids.size - paid_before.size)} of those that came while it was made, and none ` +
            `that never was (${figure(after.size)} in the end). The eight money invariants hold in it, and each of ` +
            `the ${found.pictures} pictures that rows name is there.`
          : `✗ ${problems.slice(0, 10).join('\n✗ ')}`,
      ].join('\n\n'),
      failed: problems.length > 0,
    }
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}

const explanation = [
  `${RATE} customers arrive a second, for 20 s alone and then for 60 s, in which \`npm run backup\` runs; the ` +
    'table says',
  'how many of them this machine had paid by then, the others had to wait. The copy is restored by `npm run restore`',
  'into an empty folder, its database started there and compared with the one that went on. Times in milliseconds. ' +
    'App, PostgreSQL, sandbox, customers and backup share the cores of this machine.',
].join('\n')

const placesOf = (data_dir: string, folder: string) => ({ DATA_DIR: data_dir, BACKUP_TO: join(folder, 'backups') })

const placeOf = (folder: string) => ({
  disk: { kind: 'folder' as const, folder: join(folder, 'backups') },
  prefix: '',
  words: folder,
})

const sizeOf = ({ parts }: { parts: readonly { bytes: number }[] }) => parts.reduce((sum, { bytes }) => sum + bytes, 0)

async function look(data_dir: string) {
  const postgres = await startPostgres({ data_dir, log: () => {} })
  const database = openDatabase(postgres.url, 2)
  try {
    await migrateDatabase(postgres.url)
    const violations = await findViolations(database.db)
    const named = await namedPictures(database.db)
    return {
      order_ids: await orderIds(database.db),
      violations: violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
      pictures: named.length,
      missing: named.filter((address) => !existsSync(join(data_dir, 'files', address))),
    }
  } finally {
    await database.close()
    await postgres.stop()
  }
}
