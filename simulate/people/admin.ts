import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { setCommission } from '../../domain/catalog/change-vendor-terms.ts'
import { CLAIMS } from '../../domain/claims/claim-rules.ts'
import { assignDelivery, unassignDelivery } from '../../domain/delivery/offers/assign-delivery.ts'
import { extendOffer, withdrawOffer } from '../../domain/delivery/offers/overrule-offer.ts'
import { restoreRider, suspendRider } from '../../domain/delivery/riders/suspend-rider.ts'
import { markStep } from '../../domain/delivery/steps/mark-step.ts'
import { offers } from '../../domain/delivery/tables.ts'
import { decideHeldMessage } from '../../domain/notifications/outbox/decide-held-message.ts'
import { retryMessage } from '../../domain/notifications/outbox/retry-message.ts'
import { messages } from '../../domain/notifications/tables.ts'
import { deliverOrder } from '../../domain/orders/deliver-order.ts'
import { cancelOrder } from '../../domain/orders/refunds/cancel-order.ts'
import { giveBack, giveBackCheckout } from '../../domain/orders/refunds/give-back.ts'
import { COMMISSION } from '../../domain/payments/commission.ts'
import { recordBankSettlement } from '../../domain/payments/record-bank-settlement.ts'
import { PAYOUT_SETTINGS, RIDER_PAY } from '../../domain/settings/definitions.ts'
import { savedSetting } from '../../domain/settings/read-setting.ts'
import { saveSetting } from '../../domain/settings/save-setting.ts'
import type { Setting, Stored } from '../../domain/settings/setting.ts'
import { allDeliveries, ordersIn } from '../looks.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'

const reason = 'The soup was spilt'
export const anAdmin = ({ campus, chance }: World) => chance.one(campus.admins)
const bearer = ({ chance }: World) => chance.one(['vendor', 'platform', 'rider'] as const)

async function anOrder({ db, chance }: World) {
  const order = chance.any(await ordersIn(db))
  return order && { ...order, about: `order ${order.id} (${order.status})` }
}

async function aDelivery({ db, chance }: World) {
  const all = await allDeliveries(db)
  const open = all.filter(({ closed_at }) => closed_at === null)
  const delivery = chance.any(open.length > 0 && chance.of(0.9) ? open : all)
  return delivery && { delivery_id: delivery.id, about: `delivery ${delivery.id} (${delivery.status})` }
}

const changeSetting = <Value extends Stored>(
  world: World,
  setting: Setting<Value, Readonly<Record<string, string>>>,
  typed: Record<string, string>,
) => ({
  about: `${setting.key}: ${Object.values(typed).join(', ')}`,
  async act() {
    const { version } = await savedSetting(world.deps.db, setting)
    return saveSetting(world.deps, world.campus.admins[0] ?? anAdmin(world), setting, { typed, version })
  },
})

/** What admins do about orders, deliveries and settings; about money, admin-money.ts. */
export const admin = [
  move('cancels an order', 1, async (world) => {
    const order = await anOrder(world)
    if (!order) return null
    const refund_kobo = world.chance.of(0.6) ? 'all' : world.chance.whole(1, order.total_price)
    const cancel = { order_id: order.id, reason, refund_kobo, borne_by: bearer(world) } as const
    return { about: order.about, act: () => cancelOrder(world.deps, anAdmin(world), cancel) }
  }),
  move('gives money back', 1.5, async (world) => {
    const order = await anOrder(world)
    if (!order) return null
    const { chance, deps } = world
    const part = chance.of(0.5)
      ? { amount_kobo: chance.whole(1, order.total_price) }
      : { lines: [{ item: 0, quantity: 1 }] }
    const give = { order_id: order.id, reason, borne_by: bearer(world), request_key: randomUUID(), ...part }
    const with_delivery_fee = chance.of(0.3)
    return { about: order.about, act: () => giveBack(deps, anAdmin(world), { ...give, with_delivery_fee }) }
  }),
  move('gives a whole checkout back', 0.5, async (world) => {
    const order = await anOrder(world)
    const give = { order_id: order?.id ?? 0, reason, borne_by: bearer(world), request_key: randomUUID() }
    return order && { about: order.about, act: () => giveBackCheckout(world.deps, anAdmin(world), give) }
  }),
  move('marks an order as delivered', 1, async (world) => {
    const order = await anOrder(world)
    return order && { about: order.about, act: () => deliverOrder(world.deps, anAdmin(world), { order_id: order.id }) }
  }),
  move('assigns a delivery', 1.5, async (world) => {
    const found = await aDelivery(world)
    const { user_id: rider_id } = world.chance.one(world.campus.riders)
    const assign = { delivery_id: found?.delivery_id ?? 0, rider_id }
    return found && { about: found.about, act: () => assignDelivery(world.deps, anAdmin(world), assign) }
  }),
  move('takes a delivery from its rider', 0.5, async (world) => {
    const found = await aDelivery(world)
    const take = { delivery_id: found?.delivery_id ?? 0, reason }
    return found && { about: found.about, act: () => unassignDelivery(world.deps, anAdmin(world), take) }
  }),
  move('marks a step', 1, async (world) => {
    const found = await aDelivery(world)
    const step = {
      delivery_id: found?.delivery_id ?? 0,
      verb: world.chance.one(['arrive', 'pick_up'] as const),
      reason,
    }
    return found && { about: found.about, act: () => markStep(world.deps, anAdmin(world), step) }
  }),
  move('overrules an offer', 0.5, async (world) => {
    const offer = world.chance.any(await world.db.select().from(offers).orderBy(offers.id))
    const overrule = world.chance.one([withdrawOffer, extendOffer])
    return offer && { about: `offer ${offer.id}`, act: () => overrule(world.deps, anAdmin(world), offer.id) }
  }),
  move('suspends a rider', 0.2, async (world) => {
    const { user_id: rider_id, email } = world.chance.one(world.campus.riders)
    return { about: email, act: () => suspendRider(world.deps, anAdmin(world), { rider_id, reason }) }
  }),
  move('restores a rider', 0.5, async (world) => {
    const { user_id, email } = world.chance.one(world.campus.riders)
    return { about: email, act: () => restoreRider(world.deps, anAdmin(world), user_id) }
  }),
  move('changes the commission of all', 0.5, async (world) =>
    changeSetting(world, COMMISSION, { default_percent: String(world.chance.one([0, 5, 10, 33.33])) }),
  ),
  move('changes the commission of one', 0.5, async (world) => {
    const { actor } = world.chance.one(world.campus.kitchens)
    const change = { vendor_id: actor.user_id, percent: String(world.chance.one([0, 7.5, 12, 33.33])) }
    return {
      about: `${actor.email}: ${change.percent}`,
      act: () => setCommission(world.deps, anAdmin(world), change),
    }
  }),
  move('changes the riders’ pay', 0.3, async (world) => {
    const typed = {
      share_percent: String(world.chance.one([50, 80, 100])),
      minimum: String(world.chance.one([0, 300])),
    }
    return changeSetting(world, RIDER_PAY, typed)
  }),
  move('changes which claims are small', 0.3, async (world) => {
    const { chance } = world
    const typed = {
      ...{ within_hours: '24', most_a_week: String(chance.one([1, 100])), at_once_days: '30' },
      ...{
        at_once_up_to: String(chance.one([0, 1_500, 100_000])),
        at_once_per_customer: '3',
        at_once_per_kitchen: '5',
      },
    }
    return changeSetting(world, CLAIMS, typed)
  }),
  move('asks for a second admin', 0.3, async (world) =>
    changeSetting(world, PAYOUT_SETTINGS, { second_admin_above: world.chance.one(['', '1000']) }),
  ),
  move('notes what came to the bank', 0.5, async (world) => {
    const paid = {
      ...{ provider: 'flutterwave', reference: `SETTLED-${world.chance.whole(1, 3)}` },
      ...{ amount_kobo: world.chance.whole(1, 20) * 100_00, settled_on: '2026-03-10' },
    }
    return { about: paid.reference, act: () => recordBankSettlement(world.deps, anAdmin(world), paid) }
  }),
  move('sends a message again', 0.3, async (world) => {
    const message = world.chance.any(
      await world.db.select().from(messages).where(eq(messages.status, 'Failed')).orderBy(messages.id),
    )
    return message && { about: message.id, act: () => retryMessage(world.deps, anAdmin(world), message.id) }
  }),
  move('decides about a held message', 0.3, async (world) => {
    const message = world.chance.any(
      await world.db.select().from(messages).where(eq(messages.status, 'Held')).orderBy(messages.id),
    )
    const verb = world.chance.one(['release', 'drop'] as const)
    const decision = { message_id: message?.id ?? '', verb }
    return message && { about: message.id, act: () => decideHeldMessage(world.deps, anAdmin(world), decision) }
  }),
]
