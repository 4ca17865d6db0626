/**
 * What docs/cluster.md has a person type: a standby anew, all is lost, back to a minute, a switchover. On the cluster
 * of the drill, with customers before and between.
 */
import { rmSync } from 'node:fs'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'
import { type Cluster, until } from '../deploy/cluster/cluster.ts'
import { orderIds } from './backed-up-campus.ts'
import { cartOf } from './campus.ts'
import { type Arena, wholeAgain } from './cluster/arena.ts'
import { compareBooks, waitUntilSettled } from './cluster/books.ts'
import { backUp, type, typedIn } from './cluster/by-hand.ts'
import { buyFor, longestPause, now_ms, type Purchase, type Purchases } from './cluster/customers.ts'
import { databaseThat, familyOf } from './cluster/faults.ts'
import { figure, table } from './markdown.ts'
import type { Section } from './section.ts'

const RATE = 5
/** What `patronictl remove` asks for. */
const ANSWERS = 'chowgate\nYes I am aware\n'

/** What came of a part of the page, in words, and what is wrong. What was bought has to be there from then on. */
type Came = { seconds: number; words: string; problems?: readonly string[]; bought?: readonly Purchase[] }
type Part = Came & { heading: string; problems: readonly string[] }

const walks: readonly { heading: string; walk(arena: Arena, heading: string): Promise<Came> }[] = [
  { heading: 'A standby is copied anew', walk: copyStandby },
  { heading: 'All is lost', walk: loseAll },
  { heading: 'Back to a minute', walk: goBack },
  { heading: 'The primary goes to the other machine', walk: switchOver },
]

/** Walks every part, and fails where one loses or doubles an order, breaks an invariant, or is not as the page says. */
export async function measureByHand(arena: Arena): Promise<Section> {
  await wholeAgain(arena.cluster)
  const bought = [...(await buy(arena, 20)).all]
  const parts: Part[] = []
  for (const { heading, walk } of walks) {
    const came = await walk(arena, heading)
    bought.push(...(came.bought ?? []))
    const books = await compareBooks(arena.database.db, bought)
    const problems = [...(came.problems ?? []), ...Object.values(books).flat()].slice(0, 10)
    console.error(`${heading}: ${figure(came.seconds, 1)} s, ${came.words}`, ...problems)
    parts.push({ ...came, heading, problems })
  }
  return sectionOf(parts, bought.length)
}

function sectionOf(parts: readonly Part[], bought: number): Section {
  const problems = parts.flatMap((part) => part.problems.map((problem) => `✗ ${part.heading}: ${problem}`))
  return {
    name: 'cluster-by-hand',
    text: [
      '## A cluster, by hand',
      [
        'Every command of docs/cluster.md under these headings, as the page says it, on the cluster that',
        'deploy/cluster builds on this machine: its folders stand in for those of real machines, and Patroni is',
        `stopped and started where systemctl would do it. ${RATE} customers a second buy between them, and during the`,
        'last. All is lost: both databases and all of etcd are killed and their folders removed. The time ends when',
        'both databases, etcd and every web process are well again.',
      ].join('\n'),
      table(
        ['part of docs/cluster.md', 'seconds', 'what came of it'],
        parts.map(({ heading, seconds, words }) => [heading, figure(seconds, 1), words]),
      ),
      problems.length === 0
        ? `After each, of the ${figure(bought)} purchases all were there that had to be, none twice, and the eight ` +
          'money invariants held.'
        : problems.join('\n'),
    ].join('\n\n'),
    failed: problems.length > 0,
  }
}

let customers = 0

/** Customers at a steady pace, until each of them has a receipt and the order is settled. */
async function buy({ cluster, campus, database }: Arena, seconds: number): Promise<Purchases> {
  const carts = Array.from({ length: 120 }, (_, index) => cartOf(campus, index))
  const places = { app_url: cluster.url, doors: cluster.doors, sandbox_url: cluster.sandbox_url }
  const first_number = customers
  customers += RATE * seconds
  const bought = await buyFor({ ...places, carts, rate: RATE, seconds, first_number })
  await waitUntilSettled(database.db, bought.all)
  return bought
}

/** Types a part of the page, and waits where the page says so. Answers how long it took until all was well again. */
async function follow(
  cluster: Cluster,
  heading: string,
  { target = '', after = () => {} }: { target?: string; after?: () => void } = {},
): Promise<number> {
  const began_ms = performance.now()
  const [login] = typedIn('By hand')
  for (const typed of typedIn(heading)) {
    const commands = typed.commands.replace(/--target='[^']*'/, `--target='${target}'`)
    await type(cluster, { ...typed, commands }, { before: login?.commands ?? '', answers: ANSWERS })
    if (!commands.includes('systemctl start patroni')) continue
    const role = typed.machine === 'a' ? 'primary' : 'replica'
    const database = cluster.databases['ab'.indexOf(typed.machine)]
    await until(`${typed.machine} is the ${role}`, async () => (await databaseThat(cluster, role)) === database)
  }
  after()
  await wholeAgain(cluster)
  return (performance.now() - began_ms) / 1000
}

async function copyStandby({ cluster }: Arena, heading: string): Promise<Came> {
  const seconds = await follow(cluster, heading)
  return { seconds, words: 'it is the synchronous standby again' }
}

async function loseAll(arena: Arena, heading: string): Promise<Came> {
  const { cluster } = arena
  const nights = await Promise.all(cluster.databases.map(backUp))
  const { all } = await buy(arena, 10)
  await archiveAll(cluster)
  for (const pid of cluster.databases.flatMap(familyOf)) process.kill(pid, 'SIGKILL')
  for (const { etcd } of cluster.etcds) etcd.signal('SIGKILL')
  await sleep(1000)
  for (const { data_dir } of [...cluster.databases, ...cluster.etcds]) rmSync(data_dir, { recursive: true })
  for (const { etcd } of cluster.etcds) etcd.start()
  const seconds = await follow(cluster, heading)
  const made = nights.filter((said) => said.startsWith('Backup '))
  const words = `${figure(all.length)} purchases of after the backup are there too`
  return { seconds, words, problems: made.length === 1 ? [] : nights, bought: all }
}

async function goBack(arena: Arena, heading: string): Promise<Came> {
  const { cluster, database } = arena
  const before = await orderIds(database.db)
  const target = await minuteOf(database.db)
  await sleep(2000)
  const { all } = await buy(arena, 10)
  await archiveAll(cluster)
  const apps = [...cluster.webs, ...cluster.workers]
  await Promise.all(apps.map((app) => app.stop()))
  const after = () => {
    for (const app of apps) app.start()
  }
  const seconds = await follow(cluster, heading, { target, after })
  const found = await orderIds(database.db)
  const is_same = before.size === found.size && [...before].every((id) => found.has(id))
  const problems = is_same ? [] : ['there are other orders than in that minute']
  const words = `the ${figure(before.size)} orders of that minute, none of ${figure(all.length)} purchases since`
  return { seconds, words, problems }
}

async function switchOver(arena: Arena, heading: string): Promise<Came> {
  const { cluster } = arena
  const was = await databaseThat(cluster, 'primary')
  const buying = buy(arena, 45)
  await sleep(8000)
  const struck_at_ms = now_ms()
  const seconds = await follow(cluster, heading)
  const bought = await buying
  const pause = longestPause(bought.confirmed_at_ms, struck_at_ms, struck_at_ms + 30_000)
  const has_moved = (await databaseThat(cluster, 'primary')) !== was
  return {
    seconds,
    words: `longest wait for a write ${figure(pause, 1)} s`,
    problems: has_moved ? [] : ['the primary stayed where it was'],
    bought: bought.all,
  }
}

/** The time of the database, as `--target` takes it. */
async function minuteOf(db: Db): Promise<string> {
  const { rows } = await db.execute<{ at: string }>(sql`select to_char(now(), 'YYYY-MM-DD HH24:MI:SS.US+00') as at`)
  return rows[0]?.at ?? ''
}

const ARCHIVE = `file=$(psql -Atc 'select pg_walfile_name(pg_switch_wal())')
until [ "$(psql -Atc "select last_archived_wal >= '$file' from pg_stat_archiver")" = t ]; do sleep 1; done`

/** Nothing that was written is on the disks of the databases alone. */
async function archiveAll(cluster: Cluster): Promise<void> {
  await type(cluster, { machine: 'a', as: 'postgres', commands: ARCHIVE })
}
