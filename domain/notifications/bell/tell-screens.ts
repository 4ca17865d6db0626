import { inArray, sql } from 'drizzle-orm'
import { type Aftermath, addAftermath, noAftermath } from '../../../db/after-commit.ts'
import type { Db } from '../../../db/handle.ts'
import { users } from '../../accounts/tables.ts'
import { deliveries, offer_deliveries, offers } from '../../delivery/tables.ts'
import { orders } from '../../orders/tables.ts'

/**
 * The channel on which every process hears what changed for open screens. The payload is the id of an account or a
 * checkout and, after a space, the id of the newest notification, if there is one.
 */
export const NEWS_CHANNEL = 'screens'
/** The channel on which workers of other processes hear that something is due: its kinds, with spaces between. */
export const DUE_CHANNEL = 'due'

/** Changes within this time are told together; short, since somebody waits at a screen. */
const REST_MS = 100
/** After a failure, e.g. while the database restarts. */
const RECOVERY_MS = 1000
/** Every move on the marketplace changes an admin's screen, so admins are told less often. */
const ADMINS_REST_MS = 2000
/** Riders who had an offer this recently are told too: it may still be on their screen. */
const OFFER_SEEN = sql`interval '5 minutes'`
const MOST_ORDERS = 2000

/**
 * Tells open screens and the workers of every process what commits changed, one statement at a time. It runs outside
 * those commits, because NOTIFY takes a global lock until its commit. If the database is away, it tries again, until
 * `over` says that this process stops; `finish` then tells what is left, once.
 */
export function screenTeller(db: Db, complain: (error: unknown) => void, over?: AbortSignal) {
  let noted = noAftermath()
  let admins_told_ms = Number.NEGATIVE_INFINITY
  let is_telling = false
  const admins = () => noted.admins && performance.now() - admins_told_ms >= ADMINS_REST_MS

  async function tellNoted(): Promise<void> {
    const taken = { ...noted, admins: admins() }
    noted = { ...noAftermath(), admins: noted.admins && !taken.admins }
    if (taken.admins) admins_told_ms = performance.now()
    try {
      await tellScreens(db, taken)
      await rest(REST_MS)
    } catch (error) {
      if (!over?.aborted) complain(error)
      addAftermath(noted, taken)
      await rest(RECOVERY_MS)
    }
  }

  return {
    async tell(aftermath: Aftermath): Promise<void> {
      addAftermath(noted, aftermath)
      if (is_telling) return
      is_telling = true
      while (!over?.aborted && isAnything(noted)) await tellNoted()
      is_telling = false
    },
    async finish(): Promise<void> {
      const left = noted
      noted = noAftermath()
      await tellScreens(db, left).catch(() => {})
    },
  }
}

const isAnything = ({ due, screens, orders: changed, admins }: Aftermath) =>
  due.size > 0 || screens.size > 0 || changed.size > 0 || admins

const rest = (milliseconds: number) =>
  new Promise<void>((resolve) => {
    setTimeout(resolve, milliseconds).unref()
  })

/**
 * Tells what one aftermath names, now. For an order: its customer, its vendor, its rider, and riders who just had an
 * offer of it.
 */
export async function tellScreens(db: Db, { due, screens, orders: changed, admins }: Aftermath): Promise<void> {
  const told = [...screens].map(([key, news_id]) => (news_id === null ? key : `${key} ${news_id}`))
  const ids = [...changed]
  if (due.size > 0) await db.execute(sql`select pg_notify(${DUE_CHANNEL}, ${[...due].join(' ')})`)
  const parts = [
    ...(told.length > 0 ? [sql`select unnest(${sql.param(told)}::text[])`] : []),
    ...(admins ? [sql`select ${users.id}::text from ${users} where ${users.role} = 'admin'`] : []),
  ]
  if (parts.length > 0) await notify(db, sql.join(parts, sql` union `))
  for (let from = 0; from < ids.length; from += MOST_ORDERS) {
    await notify(db, concernedBy(ids.slice(from, from + MOST_ORDERS)))
  }
}

function notify(db: Db, payloads: ReturnType<typeof sql>) {
  return db.execute(sql`select pg_notify(${NEWS_CHANNEL}, payload) from (${payloads}) told (payload)`)
}

function concernedBy(order_ids: readonly number[]) {
  const changed = inArray(orders.id, [...order_ids])
  const carried = sql`${orders} join ${deliveries} on ${deliveries.order_id} = ${orders.id}`
  return sql`
    select ${orders.checkout_id}::text from ${orders} where ${changed}
    union select ${orders.vendor_id}::text from ${orders} where ${changed}
    union select ${deliveries.rider_id}::text from ${carried} where ${changed} and ${deliveries.rider_id} is not null
    union select ${offers.rider_id}::text from ${carried}
      join ${offer_deliveries} on ${offer_deliveries.delivery_id} = ${deliveries.id}
      join ${offers} on ${offers.id} = ${offer_deliveries.offer_id}
      where ${changed} and ${offers.expires_at} > now() - ${OFFER_SEEN}`
}
