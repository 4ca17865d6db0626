/**
 * The drill of docs/cluster.md: customers buy while parts of the cluster are killed, cut off and filled up. Needs
 * Debian's packages (deploy/cluster/cluster.ts), and root for disks that can be filled and cables that can be pulled.
 */
import { loadavg } from 'node:os'
import { setTimeout as sleep } from 'node:timers/promises'
import { cartOf } from './campus.ts'
import { askProgram, startProgram, stopProgram } from './child-program.ts'
import { type Arena, wholeAgain } from './cluster/arena.ts'
import { type Books, compareBooks, waitUntilSettled } from './cluster/books.ts'
import { type CustomerLoad, longestPause, now_ms, type Purchase, type Purchases } from './cluster/customers.ts'
import { type Fault, faults, no_fault } from './cluster/faults.ts'
import type { Seen } from './cluster/visitors.ts'
import type { Watch } from './cluster/visitors-program.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'

/** Customers come for so long before something is broken, and at least so long from then on. */
const CALM_MS = 8000
const PLAY_SECONDS = 60

type Row = { fault: Fault; pause_seconds: number; bought: Purchases; pages: Seen; office: Seen; books: Books }

export async function measureCluster(
  arena: Arena,
  { rate, broken, minutes }: { rate: number; broken: readonly string[]; minutes: number },
): Promise<Section> {
  const has = {
    'own disks': arena.has_own_disks,
    'own networks': arena.cluster.databases.every(({ cable }) => cable !== null),
  }
  const rows: Row[] = []
  const wanted = [no_fault, ...faults].filter(({ name }) => broken.some((word) => name.includes(word)))
  const chosen = wanted.filter(({ needs }) => !needs || has[needs])
  const last_begin_ms = performance.now() + minutes * 60_000
  for (const fault of chosen) {
    if (performance.now() > last_begin_ms) break
    const row = await play(arena, fault, { rate, first_number: rows.length * 100_000 })
    console.error(`${fault.name}: ${figure(row.pause_seconds, 1)} s, load ${loadavg()[0]}`, complaintsOf(row))
    rows.push(row)
  }
  const not_played = wanted.filter((fault) => !rows.some((row) => row.fault === fault))
  const left = not_played.map(
    ({ name, needs }) => `Not played: ${name}${needs && !has[needs] ? ` (this machine allows no ${needs})` : ''}.`,
  )
  return sectionOf(rows, rate, left)
}

async function play(
  { cluster, database, campus, pages, office }: Arena,
  fault: Fault,
  { rate, first_number }: { rate: number; first_number: number },
): Promise<Row> {
  await wholeAgain(cluster)
  const shop = { url: cluster.url, doors: cluster.doors }
  // Each crowd in a process of its own, so that none is slow for another.
  const visitors = startProgram(new URL('./cluster/visitors-program.ts', import.meta.url))
  const customers = startProgram(new URL('./cluster/customers-program.ts', import.meta.url))
  try {
    const watches: Watch[] = [
      { shop, pages, every_ms: 100 },
      { shop, pages: office, every_ms: 500 },
    ]
    visitors.send(watches)
    const buying = askProgram<Purchases>(customers, {
      app_url: shop.url,
      doors: shop.doors,
      sandbox_url: cluster.sandbox_url,
      carts: Array.from({ length: 120 }, (_, index) => cartOf(campus, index)),
      rate,
      seconds: PLAY_SECONDS + CALM_MS / 1000,
      first_number,
    } satisfies CustomerLoad)
    await sleep(CALM_MS)
    const struck_at_ms = now_ms()
    await fault.strike(cluster)
    const bought = await buying
    // Customers come until then: where nothing is confirmed any more, the wait does not end before.
    const last_ms = Math.max(struck_at_ms + PLAY_SECONDS * 1000, ...bought.confirmed_at_ms)
    await wholeAgain(cluster)
    const [seen_pages, seen_office] = await askProgram<[Seen, Seen]>(visitors, {})
    await waitUntilSettled(database.db, bought.all)
    const books = await compareBooks(database.db, bought.all)
    const pause_seconds = longestPause(bought.confirmed_at_ms, struck_at_ms, last_ms)
    return { fault, pause_seconds, bought, pages: seen_pages, office: seen_office, books }
  } finally {
    await Promise.all([visitors, customers].map(stopProgram))
  }
}

function complaintsOf({ bought, pages, office, books }: Row): string {
  return JSON.stringify({ ...bought, all: bought.all.length, confirmed_at_ms: undefined, pages, office, books })
}

const failuresOf = ({ failed }: Seen) => Object.values(failed).reduce((sum, count) => sum + count, 0)
const isLogin = (why: string) => why.startsWith('led to')
const loggedOut = ({ failed }: Seen) =>
  Object.entries(failed).reduce((sum, [why, count]) => sum + (isLogin(why) ? count : 0), 0)
const paidOf = (purchases: readonly Purchase[]) => purchases.filter(({ is_confirmed }) => is_confirmed).length

function isBroken({ fault, pause_seconds, pages, office, books }: Row): boolean {
  const kept = fault.promised_seconds === null || pause_seconds <= fault.promised_seconds
  const wrong = [books.lost, books.doubled, books.violations].some((found) => found.length > 0)
  return !kept || wrong || failuresOf(pages) > 0 || loggedOut(office) > 0
}

function sectionOf(rows: readonly Row[], rate: number, left: readonly string[]): Section {
  const head = ['what was broken', 'customers', 'confirmed', 'tried again', 'longest wait for a write', 'promise']
  const seen = ['lost', 'twice', 'invariants broken', 'pages', 'after 5 s', 'not answered', 'back office', 'logged out']
  const cells = rows.map(({ fault, pause_seconds, bought, pages, office, books }) => [
    fault.name,
    figure(bought.all.length),
    figure(paidOf(bought.all)),
    figure(Object.values(bought.tried_again).reduce((sum, count) => sum + count, 0)),
    `${figure(pause_seconds, 1)} s`,
    fault.promised_seconds === null
      ? '–'
      : `${fault.promised_seconds} s ${verdict(pause_seconds <= fault.promised_seconds)}`,
    figure(books.lost.length),
    figure(books.doubled.length),
    figure(books.violations.length),
    figure(pages.answered),
    figure(pages.late),
    figure(failuresOf(pages)),
    figure(office.answered),
    figure(loggedOut(office)),
  ])
  const problems = rows.flatMap(({ fault, books }) =>
    Object.values(books)
      .flat()
      .slice(0, 10)
      .map((what) => `✗ ${fault.name}: ${what}`),
  )
  return {
    name: 'cluster',
    text: [
      '## A cluster that is broken on purpose',
      explanation(rate),
      table([...head, ...seen], cells),
      left.join('\n'),
      ...problems,
    ]
      .filter(Boolean)
      .join('\n\n'),
    failed: rows.some(isBroken),
  }
}

function explanation(rate: number): string {
  return [
    `${rate} customers a second place, pay and confirm orders, with patience for a minute and a half, while one`,
    'thing after the other is broken: two haproxies, each the way in by one of the two addresses of the shop and the',
    'way to the database of half of the processes; two web processes and two workers, PostgreSQL 15 with a',
    'synchronous standby under Patroni 3, three of etcd, pictures in S3, all on this one machine (docs/cluster.md).',
    'Customers go to the other address where one lets nobody in, as browsers do. Lost is what was confirmed to a',
    'customer and is not in the database afterwards. The wait is the longest time in which nothing at all was',
    'confirmed. Pages are ten a second from memory, one of them a picture; one whose connection breaks is asked for',
    'once more. The back office is two people who logged in before the first fault. Not tried: a full disk under etcd,',
    'two faults at once, the network between real machines, an S3 that is not a stand-in.',
  ].join('\n')
}
