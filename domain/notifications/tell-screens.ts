import { inArray, sql } from 'drizzle-orm'
import { type Aftermath, noAftermath } from '../../db/after-commit.ts'
import type { Db } from '../../db/open.ts'
import { users } from '../accounts/tables.ts'
import { deliveries, offer_deliveries, offers } from '../delivery/tables.ts'
import { orders } from '../orders/tables.ts'

/**
 * The channel on which every process listens for what open screens must know; the payload is the id of an account or of
 * a checkout and, after a space, the id of the newest notification where one was written.
 */
export const NEWS_CHANNEL = 'screens'

/** Somebody looks at a screen and waits; what comes within this time is told together. */
const REST_MS = 100
/** Whatever moves on the marketplace changes an admin's screen, so they are told less often. */
const ADMINS_REST_MS = 2000
/** Of whom an offer is kept in mind: it may still be on their screen. */
const OFFER_SEEN = sql`interval '5 minutes'`
const MOST_ORDERS = 2000

/**
 * Tells the open screens of every process what commits changed, one question after the other: NOTIFY takes a global
 * lock until its commit, so it stands in none of theirs. What cannot be told is told with the next; a screen whose
 * stream breaks looks by itself.
 */
export function screenTeller(db: Db, complain: (error: unknown) => void) {
  let noted = noAftermath()
  let admins_told_ms = 0
  let running = false
  const adminsDue = () => noted.admins && performance.now() - admins_told_ms >= ADMINS_REST_MS
  const isDue = () => noted.screens.size > 0 || noted.orders.size > 0 || adminsDue()

  async function tellAll(): Promise<void> {
    while (isDue() || noted.admins) {
      if (isDue()) {
        const admins = adminsDue()
        if (admins) admins_told_ms = performance.now()
        const taken = { ...noted, admins }
        noted = { ...noAftermath(), admins: noted.admins && !admins }
        await tellScreens(db, taken).catch(complain)
      }
      await new Promise((resolve) => setTimeout(resolve, REST_MS).unref())
    }
    running = false
  }

  return (aftermath: Aftermath): void => {
    for (const [key, news_id] of aftermath.screens)
      noted.screens.set(key, Math.max(news_id ?? 0, noted.screens.get(key) ?? 0) || null)
    for (const order_id of aftermath.orders) noted.orders.add(order_id)
    noted.admins ||= aftermath.admins
    if (running) return
    running = true
    void tellAll()
  }
}

/**
 * Tells what one aftermath names, now: of an order its customer, its vendor, its rider,
 * and who had an offer of it a moment ago.
 */
export async function tellScreens(db: Db, { screens, orders: changed, admins }: Aftermath): Promise<void> {
  const told = [...screens].map(([key, news_id]) => (news_id === null ? key : `${key} ${news_id}`))
  const ids = [...changed]
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
