import { randomBytes, randomUUID } from 'node:crypto'
import { asc, desc, eq } from 'drizzle-orm'
import { addDish, setQuantity, takeChanges } from '../../domain/checkout/group-orders/change-lines.ts'
import { joinGroup } from '../../domain/checkout/group-orders/join-group.ts'
import { placeGroupOrder } from '../../domain/checkout/group-orders/place-group-order.ts'
import { startGroup } from '../../domain/checkout/group-orders/start-group.ts'
import {
  closeGroup,
  openGroupAgain,
  removeMember,
  stopPayment,
  takeOver,
} from '../../domain/checkout/group-orders/steer-group.ts'
import { group_lines, group_members, group_orders } from '../../domain/checkout/group-orders/tables.ts'
import { leaveWithDishes } from '../../domain/checkout/group-orders/take-along.ts'
import { startPayment } from '../../domain/checkout/payment/start-payment.ts'
import { checkouts } from '../../domain/checkout/tables.ts'
import { SLOT_MINUTES } from '../../domain/orders/acceptance/begun-at.ts'
import { places } from '../../domain/places/tables.ts'
import { ada, nowhere } from '../../test/ada.ts'
import { dishOf } from '../looks.ts'
import type { World } from '../world.ts'

const MOST_GROUP_CHECKOUTS = 8
const SLOT_MS = SLOT_MINUTES * 60_000

/** Ada and her friends choose together; one pays for all, or some of them for themselves and the others vanish. */
export async function orderTogether(world: World) {
  const { chance, deps, campus, db } = world
  const kitchen = chance.any(campus.kitchens)
  const [place] = await db.select().from(places).where(eq(places.name, 'Jadesola Hall')).orderBy(asc(places.id))
  if (!kitchen || !place || world.checkouts.length >= MOST_GROUP_CHECKOUTS) return null
  const dish = (await dishOf(db, kitchen.actor.user_id)) ?? kitchen.dish
  const pays = chance.one(['one', 'each'] as const)
  const names = ['Ada', 'Tunde', 'Bola'].slice(0, chance.whole(1, 3))
  const quantities = names.map(() => chance.whole(1, 3))
  const payers = pays === 'one' ? 1 : chance.whole(1, names.length)
  const slot_from = new Date(Math.ceil((deps.clock.now().getTime() + 90 * 60_000) / SLOT_MS) * SLOT_MS)
  const wanted = { vendor_id: kitchen.actor.user_id, name: 'Ada', pays, place_id: place.id, minutes: 30 }
  return {
    about: `${names.length} friends, ${pays === 'one' ? 'one pays' : `${payers} of them pay`}`,
    async act() {
      const secret = randomBytes(18).toString('base64url')
      const started = await startGroup(deps, { ...wanted, secret, slot_from: pays === 'each' ? slot_from : null })
      if (!started.ok) return started
      const { token } = started.value
      const secrets = names.map((_, at) => (at === 0 ? secret : randomBytes(18).toString('base64url')))
      world.groups.push({ token, secrets })
      for (const [at, own] of secrets.entries()) {
        await joinGroup(deps, { token, secret: own }, names[at] ?? '')
        const chosen = { name: dish.name, price_kobo: dish.price_kobo, quantity: quantities[at] ?? 1 }
        await addDish(deps, { token, secret: own }, chosen, 'once')
      }
      for (const own of secrets.slice(0, payers)) {
        const key = randomUUID()
        const wish = { idempotency_key: key, form: ada, place: nowhere }
        const placed = await placeGroupOrder(deps, { token, secret: own }, wish)
        if (!placed.ok) return placed
        const { link_token } = placed.value
        const [row] = await db.select().from(checkouts).where(eq(checkouts.link_token, link_token))
        if (row) world.checkouts.push({ link_token, tx_ref: row.tx_ref, total_kobo: row.total, key })
        await startPayment(deps, link_token, { accepts_wait: true })
      }
      return started
    },
  }
}

/**
 * Somebody changes it while others pay: joins it, adds to their dishes, closes it, opens it again, leaves, stops the
 * payment, or takes it over.
 */
export async function changeTogether({ groups, chance, deps, db, campus }: World) {
  const group = chance.any(groups)
  const secret = group && chance.any(group.secrets)
  if (!group || !secret) return null
  const asking = { token: group.token, secret }
  const [other] = await db
    .select({ id: group_members.id })
    .from(group_members)
    .innerJoin(group_orders, eq(group_orders.id, group_members.group_order_id))
    .where(eq(group_orders.link_token, group.token))
    .orderBy(desc(group_members.id))
    .limit(1)
  const [line] = await db.select({ id: group_lines.id }).from(group_lines).orderBy(desc(group_lines.id)).limit(1)
  const dish = chance.one(campus.kitchens).dish
  const quantity = chance.whole(0, 3)
  const changes = {
    'joins it': async () => {
      const own = randomBytes(18).toString('base64url')
      group.secrets.push(own)
      return joinGroup(deps, { token: group.token, secret: own }, 'Sade')
    },
    'adds a dish': () => addDish(deps, asking, { ...dish, quantity: quantity + 1 }, randomUUID()),
    'changes how many': () => setQuantity(deps, asking, { line_id: line?.id ?? 0, quantity }),
    'takes what changed': () => takeChanges(deps, asking),
    'closes it': () => closeGroup(deps, asking),
    'opens it again': () => openGroupAgain(deps, asking),
    leaves: () => leaveWithDishes(deps, asking),
    'stops the payment': () => stopPayment(deps, asking),
    'takes it over': () => takeOver(deps, asking),
    'takes somebody out': () => removeMember(deps, asking, other?.id ?? 0),
  }
  const change = chance.one(Object.keys(changes) as (keyof typeof changes)[])
  return { about: `member ${group.secrets.indexOf(secret) + 1} ${change}`, act: changes[change] }
}
