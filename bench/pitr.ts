import { existsSync, rmSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { openDatabase } from '../db/open.ts'
import { namedPictures } from '../domain/backups/named-pictures.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { command, giveRealPictures, load_columns, loadRow, orderIds, play } from './backed-up-campus.ts'
import { liftMessageCaps } from './lifted-limits.ts'
import { figure, table } from './markdown.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'

/** What a tired admin types, or an intruder: every kitchen's description, and every dish for a naira. */
const spoil = [sql`update vendors set description = 'spoilt'`, sql`update food set price = 1`]

/**
 * Back to a minute: a whole backup and one of what changed are made while customers order, rows are spoilt, customers
 * go on, the pictures are lost too, and all is put back to just before, as docs/operations.md has it.
 */
export async function measurePitr(stage: Stage, { rate }: { rate: number }): Promise<Section> {
  const postgres = stage.archived
  if (!postgres) throw new Error("This part needs Debian's PostgreSQL.")
  const { db } = stage.database
  await liftMessageCaps(db)
  await giveRealPictures(db, stage.folder)
  const where = { DATABASE_URL: postgres.url, DATA_DIR: stage.folder, BACKUP_TO: join(stage.folder, 'copies') }
  const backUp = () =>
    command(
      'backup-database',
      [`--database=${postgres.url}`, `--config=${postgres.config}`, `--room=${stage.folder}`],
      {},
    )

  const alone = await play(stage, 20, 0, rate)
  const loads = [play(stage, 60, 1_000_000, rate)]
  await sleep(5000)
  const whole = await backUp()
  const first = await loads[0]
  loads.push(play(stage, 60, 2_000_000, rate))
  await sleep(5000)
  const changed = await backUp()
  const second = await loads[1]

  loads.push(play(stage, 40, 3_000_000, rate))
  await sleep(15_000)
  const before = await orderIds(db)
  const { rows } = await db.execute<{ minute: string }>(sql`select clock_timestamp()::text as minute`)
  const minute = rows[0]?.minute ?? ''
  const until = await orderIds(db)
  await sleep(1000)
  for (const statement of spoil) await db.execute(statement)
  await loads[2]
  const in_the_end = await orderIds(db)
  const counted = await waitForCount(stage)

  await stage.stopApp()
  await stage.database.close()
  postgres.stop()
  rmSync(join(stage.folder, 'files'), { recursive: true, force: true })
  const began_ms = performance.now()
  const target = ['--delta', '--type=time', `--target=${minute}`, '--target-action=promote']
  postgres.pgBackRest([...target, 'restore'])
  postgres.start()
  const restored = openDatabase(postgres.url, 2)
  await untilItTakesWrites(restored)
  const restore_s = (performance.now() - began_ms) / 1000
  const pictures = await command('restore', [], where)
  const found = await orderIds(restored.db)
  const violations = await findViolations(restored.db)
  const named = await namedPictures(restored.db)
  const spoilt = await restored.db.$count(vendors, sql`${vendors.description} = 'spoilt'`)
  await restored.close()

  const lost = [...before].filter((id) => !found.has(id)).length
  const strangers = [...found].filter((id) => !until.has(id)).length
  const missing = named.filter((address) => !existsSync(join(stage.folder, 'files', address)))
  const problems = [
    ...[whole, changed, pictures].flatMap(({ code, said }) => (code === 0 ? [] : [said])),
    ...(counted ? [] : ['no backup counts: the app did not find a copy of every picture']),
    ...(lost > 0 ? [`${lost} orders of before that minute are missing`] : []),
    ...(strangers > 0 ? [`${strangers} orders of after it are there`] : []),
    ...(spoilt > 0 ? [`${spoilt} kitchens are still spoilt`] : []),
    ...violations.map(({ invariant, subject, problem }) => `${invariant}: ${subject} ${problem}`),
    ...missing.map((address) => `no picture ${address}`),
  ]
  return {
    name: 'pitr',
    text: [
      '## Back to a minute',
      explanation(rate),
      table(load_columns, [
        loadRow('without a backup', alone),
        loadRow('while all of it is backed up', first ?? alone),
        loadRow('while what changed is', second ?? alone),
      ]),
      table(
        ['step', 'seconds', 'what came of it'],
        [
          ['whole backup, with its trial', figure(whole.seconds, 1), sizeIn(whole.said)],
          ['backup of what changed, with its trial', figure(changed.seconds, 1), sizeIn(changed.said)],
          ['back to the minute, until writes are taken', figure(restore_s, 1), `${figure(found.size)} orders`],
          ['pictures put back', figure(pictures.seconds, 1), `${figure(named.length)} pictures`],
        ],
      ),
      problems.length === 0
        ? `All ${figure(before.size)} orders of before that minute are there, and none of the ` +
          `${figure(in_the_end.size - until.size)} that came after it; no kitchen is spoilt, the eight money ` +
          `invariants hold, and each of the ${figure(named.length)} pictures that rows name is there again.`
        : `✗ ${problems.slice(0, 10).join('\n✗ ')}`,
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}

const explanation = (rate: number) =>
  [
    `Debian's PostgreSQL 15 and pgBackRest as docs/operations.md sets them up, in a folder in place of a bucket,`,
    `packed and encrypted. ${rate} customers arrive a second while the backups are made and restored for a trial; the`,
    'table says how many had paid by then. Then all kitchens and prices are spoilt while customers go on, all pictures',
    'are removed, and the database is put back to the second before, its pictures by `npm run restore`. Times of',
    'customers in milliseconds. App, PostgreSQL, sandbox, customers and backup share the cores of this machine.',
  ].join('\n')

const sizeIn = (said: string) => /, ([\d.]+ MB)\./.exec(said)?.[1] ?? '–'

/** Until the app has found a copy of each picture, which it looks for once a minute. */
async function waitForCount({ database: { db } }: Stage): Promise<boolean> {
  for (let tries = 0; tries < 90; tries++) {
    const { rows } = await db.execute(sql`select from backups where verified_at is not null`)
    if (rows.length > 0) return true
    await sleep(2000)
  }
  return false
}

/** A server that was put back reads its log before it answers. */
async function untilItTakesWrites({ db }: ReturnType<typeof openDatabase>): Promise<void> {
  for (;;) {
    const recovers = await db.execute<{ recovers: boolean }>(sql`select pg_is_in_recovery() as recovers`).then(
      ({ rows }) => rows[0]?.recovers,
      () => true,
    )
    if (!recovers) return
    await sleep(200)
  }
}
