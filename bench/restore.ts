import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, existsSync, mkdtempSync, readdirSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { pictureStore } from '../adapters/files/picture-store.ts'
import type { Db } from '../db/handle.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { namedPictures } from '../domain/backups/named-pictures.ts'
import { food, vendors } from '../domain/catalog/tables.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { orders } from '../domain/orders/tables.ts'
import { findBackups, readManifest } from '../server/backup/manifest.ts'
import { openBackupStore } from '../server/backup/store.ts'
import { startPostgres } from '../server/postgres.ts'
import { cartOf } from './campus.ts'
import { askProgram, startProgram } from './child-program.ts'
import { figure, table } from './markdown.ts'
import type { OrderLoad, OrderLoadResult } from './order-load.ts'
import { liftMessageCaps } from './orders.ts'
import type { Section } from './section.ts'
import { project, type Stage } from './stage.ts'
import { percentile } from './statistics.ts'

const RATE = 20
const PICTURES = 40

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
    const backup = await command('backup', stage.folder, folder)
    const during = await loaded
    const restored_dir = join(folder, 'data')
    const restore = await command('restore', restored_dir, folder)
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
        table(
          ['customers', 'paid', 'placing p50', 'p99', 'settling p50', 'p99'],
          [loadRow('without a backup', alone), loadRow('while it is made', during)],
        ),
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

/** The bench's campus names pictures that nobody stored: it gets some of the demo's. */
async function giveRealPictures(db: Db, folder: string): Promise<void> {
  const pictures = await pictureStore({ kind: 'folder', folder: join(folder, 'files') })
  const demo = join(project, 'demo/pictures')
  const files = readdirSync(demo).filter((name) => name.endsWith('.webp'))
  const addresses: string[] = []
  for (const name of files.slice(0, PICTURES)) addresses.push(await pictures.store(readFileSync(join(demo, name))))
  const one = (index: number) => addresses[index % addresses.length] ?? null
  for (const [index, { id }] of (await db.select({ id: food.id }).from(food)).entries()) {
    await db
      .update(food)
      .set({ food_image: one(index) })
      .where(eq(food.id, id))
  }
  for (const [index, { id }] of (await db.select({ id: vendors.id }).from(vendors)).entries()) {
    await db
      .update(vendors)
      .set({ profile_photo: one(index) })
      .where(eq(vendors.id, id))
  }
}

function play(stage: Stage, seconds: number, first_number: number): Promise<OrderLoadResult> {
  return askProgram<OrderLoadResult>(startProgram(new URL('./order-load.ts', import.meta.url)), {
    app_url: stage.app_url,
    sandbox_url: stage.sandbox_url,
    carts: Array.from({ length: 120 }, (_, index) => cartOf(stage.campus, index)),
    first_number,
    rate: RATE,
    most_at_once: 100,
    seconds,
  } satisfies OrderLoad)
}

async function orderIds(db: Db): Promise<Set<number>> {
  return new Set((await db.select({ id: orders.id }).from(orders)).map(({ id }) => id))
}

/** The commands as people type them, in a process of their own. */
async function command(name: 'backup' | 'restore', data_dir: string, folder: string) {
  const began_ms = performance.now()
  const child = spawn(process.execPath, [join(project, `server/${name}.ts`)], {
    stdio: ['ignore', 'pipe', 'pipe'],
    env: { PATH: process.env['PATH'], DATA_DIR: data_dir, BACKUP_TO: join(folder, 'backups') },
  })
  const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), once(child, 'exit')])
  return { code: code as number, said: `${said}${complained}`, seconds: (performance.now() - began_ms) / 1000 }
}

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

function loadRow(name: string, { paid, placing_ms, settling_ms }: OrderLoadResult): string[] {
  const times = [placing_ms, settling_ms].flatMap((sample) => [percentile(sample, 0.5), percentile(sample, 0.99)])
  return [name, figure(paid), ...times.map((time) => figure(time))]
}
