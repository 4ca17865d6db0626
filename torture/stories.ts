import { sql } from 'drizzle-orm'
import { until } from '../deploy/cluster/cluster.ts'
import { control } from '../test/control.ts'
import type { Arena } from './arena.ts'
import type { People } from './people.ts'

/** Makes the named work deadly, or lets it wait until something is due. */
export type Trap = { hold(): Promise<void>; arm(): Promise<void>; isSprung(): boolean }

/**
 * One piece of work that awaits things: a request, or a run of a background task with something due. `play` brings it
 * about once, sets the trap right before it, and ends when the work was done or the trap was sprung.
 */
export type Story = { name: string; scope: string; play(trap: Trap): Promise<void> }

const PATIENCE_S = 100

/** Every verb that moves money or food, and each of its ways in. A new one is added here (CONTRIBUTING.md). */
export function storiesOf(arena: Arena, people: People): Story[] {
  const at_provider = control({ sandbox: { url: arena.sandbox_url } })
  const found = async (question: ReturnType<typeof sql>) => {
    const { rows } = await arena.db().execute(question)
    return rows.length > 0
  }
  const ends = (what: string, { isSprung }: Trap, isDone: () => Promise<boolean>) =>
    until(what, async () => isSprung() || (await isDone()), PATIENCE_S)
  const webhooks = (webhook: 'normal' | 'none') => at_provider.behave({ webhook })
  const consumed = (tx_ref: string) => () =>
    found(sql`select from provider_events where body like ${`%${tx_ref}%`} and consumed_at is not null`)
  const arrived = (tx_ref: string) => () => found(sql`select from provider_events where body like ${`%${tx_ref}%`}`)
  const paid = (tx_ref: string) => () => found(sql`select from checkouts where tx_ref = ${tx_ref} and status = 'Paid'`)
  const transferIs = (payout_id: string, status: string) => () =>
    found(sql`select from payout_transfers where payout_id = ${Number(payout_id)} and status = ${status}`)
  const refundIs = (order_id: number, status: string) => () =>
    found(sql`select from refunds where order_id = ${order_id} and status = ${status}`)

  const reject = async (order_id: number) => {
    await people.sends('vendor', '/vendor-order', {
      ...{ intent: 'reject', order_id: String(order_id), reason: 'The soup was spilt' },
    })
  }
  const askPayout = async () => {
    await people.deliveredOrder()
    await people.sends('vendor', '/request-payout', {})
    return people.newestPayout()
  }
  const askTransfer = async (payout: Record<string, string>) => {
    await people.sends('admin', '/admin/payout', { intent: 'transfer', ...payout })
    return payout['payout_id'] ?? ''
  }

  return [
    ...(['places', 'opens the window', 'confirms'] as const).map((step) => ({
      name: `pay: a customer ${step}`,
      scope: step === 'places' ? 'POST /checkout.data' : 'POST /order-summary/attempt',
      async play({ arm }: Trap) {
        // Nobody but the customer's own question brings the money in.
        await webhooks('none')
        await people.buys(async (now) => (now === step ? arm() : undefined))
        await webhooks('normal')
      },
    })),
    {
      name: 'pay: the page was closed',
      scope: 'check open checkouts',
      async play(trap) {
        await webhooks('none')
        const tx_ref = await people.paysOnly(trap.hold)
        await webhooks('normal')
        await arena.db().execute(sql`update checkouts set next_check_at = now() where tx_ref = ${tx_ref}`)
        await trap.arm()
        await ends('an open checkout is looked after', trap, paid(tx_ref))
      },
    },
    {
      name: 'webhook: it is received',
      scope: 'POST /webhooks/flutterwave',
      async play(trap) {
        const tx_ref = await people.paysOnly(trap.arm)
        await ends('the webhook arrives', trap, arrived(tx_ref))
      },
    },
    {
      name: 'webhook: it is worked on',
      scope: 'consume provider events',
      async play(trap) {
        const tx_ref = await people.paysOnly(trap.hold)
        await until('the webhook arrives', arrived(tx_ref), PATIENCE_S)
        await trap.arm()
        await ends('the webhook is worked on', trap, consumed(tx_ref))
      },
    },
    {
      name: 'refund: a kitchen rejects',
      scope: 'POST /vendor-order',
      async play({ arm }) {
        const order_id = await people.paidOrder()
        await arm()
        await reject(order_id)
      },
    },
    {
      name: 'refund: a customer cancels',
      scope: 'POST /track/:token',
      async play({ arm }) {
        const track_token = await people.trackToken(await people.paidOrder())
        await arm()
        await people.sends('customer', `/track/${track_token}`, { intent: 'withdraw', track_token })
      },
    },
    {
      name: 'refund: an admin approves a claim',
      scope: 'POST /admin/claims',
      async play({ arm }) {
        const order_id = await people.deliveredOrder()
        const track_token = await people.trackToken(order_id)
        const told = { intent: 'claim', kind: 'missing_item', dish_0: '1' }
        await people.sends('customer', `/track/${track_token}/problem`, told)
        const claim_of = sql`select id from claims where order_id = ${order_id}`
        const { rows } = await arena.db().execute<{ id: string }>(claim_of)
        await arm()
        await people.sends('admin', '/admin/claims', {
          ...{ intent: 'approve', claim: rows[0]?.id ?? '', reason: 'A plate was missing' },
          ...{ amount: '100', confirmed_kobo: '10000', borne_by: 'platform' },
        })
      },
    },
    {
      name: 'refund: a rejection is carried out',
      scope: 'carry out rejections',
      async play(trap) {
        const order_id = await people.paidOrder()
        await trap.hold()
        await reject(order_id)
        await trap.arm()
        await ends('the order is rejected', trap, () =>
          found(sql`select from orders where id = ${order_id} and status = 'Cancelled'`),
        )
      },
    },
    {
      name: 'refund: it is sent',
      scope: 'send refunds',
      async play(trap) {
        const order_id = await people.paidOrder()
        await trap.hold()
        await reject(order_id)
        await trap.arm()
        await ends('the refund is sent', trap, refundIs(order_id, 'Done'))
      },
    },
    {
      name: 'payout: a kitchen asks',
      scope: 'POST /request-payout',
      async play({ arm }) {
        await people.deliveredOrder()
        await arm()
        await people.sends('vendor', '/request-payout', {})
        await askTransfer(await people.newestPayout())
      },
    },
    {
      name: 'payout: an admin approves',
      scope: 'POST /admin/payout',
      async play({ arm }) {
        const payout = await askPayout()
        await arm()
        await askTransfer(payout)
      },
    },
    {
      name: 'payout: the transfer is sent',
      scope: 'send transfers',
      async play(trap) {
        const payout = await askPayout()
        await trap.hold()
        const payout_id = await askTransfer(payout)
        await trap.arm()
        await ends('the transfer is sent', trap, transferIs(payout_id, 'Queued'))
      },
    },
    {
      name: 'payout: the transfer arrived',
      scope: 'send transfers',
      async play(trap) {
        const payout_id = await askTransfer(await askPayout())
        await until('the transfer is sent', transferIs(payout_id, 'Queued'), PATIENCE_S)
        await trap.hold()
        await arena.db().execute(sql`update payout_transfers set next_attempt_at = now()
          where payout_id = ${Number(payout_id)}`)
        await trap.arm()
        await ends('the transfer arrives', trap, transferIs(payout_id, 'Successful'))
      },
    },
    {
      name: 'hand-over: the rider has the PIN',
      scope: 'POST /rider-dashboard',
      async play({ arm }) {
        const { delivery_id, pin } = await people.carriedOrder()
        await arm()
        await people.sends('rider', '/rider-dashboard', { intent: 'hand_over', id: String(delivery_id), pin })
      },
    },
    {
      name: 'way out: the food is lost, and its money goes back',
      scope: 'POST /rider-dashboard',
      async play({ arm }) {
        const { delivery_id } = await people.carriedOrder()
        await arm()
        const lost = { incident_reason: 'accident', way_out: 'write_off', words: 'A dog ran into me' }
        await people.sends('rider', '/rider-dashboard', { intent: 'way_out', id: String(delivery_id), ...lost })
      },
    },
  ]
}
