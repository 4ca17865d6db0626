import { sql } from 'drizzle-orm'
import { receiveProviderEvent } from '../domain/checkout/settlement/receive-provider-event.ts'
import { settleCheckout } from '../domain/checkout/settlement/settle-checkout.ts'
import { deliverOrder } from '../domain/orders/deliver-order.ts'
import { rejectOrder } from '../domain/orders/refunds/reject-order.ts'
import { requestPayout } from '../domain/payouts/request-payout.ts'
import { seededRandom } from '../domain/seeded-random.ts'
import { control } from '../test/control.ts'
import { vendorActor } from '../test/delivery.ts'
import { checkOpenCheckouts, consumeDueProviderEvents, sendDueRefunds, sendDueTransfers } from '../test/due-work.ts'
import { access_bank, adminActor, approveAsShown } from '../test/payouts-under-test.ts'
import { insertVendor, jollofFor, startedCheckout } from '../test/world.ts'
import { type Ground, letHoursPass, openGround } from './ground.ts'
import { judgeInPassing, judgeMoney } from './judge.ts'
import type { Measure, Row } from './torment.ts'

const JUDGED_EVERY = 500
/** Each webhook comes so many times at most. */
const MOST_COPIES = 3

type Letter = { id: number; headers: Record<string, string>; body: string }

/**
 * One checkout's events – charges, a refund, a transfer – in every order, several times each, early and late, between
 * and beside everything else that looks at the same money.
 */
export async function deliverWebhooksAnyhow({ seed, webhook_seeds, tell }: Measure): Promise<Row[]> {
  const ground = await openGround()
  const wrong: string[] = []
  let letters = 0
  try {
    for (let n = 0; n < webhook_seeds && wrong.length < 20; n++) {
      try {
        letters += await playSeed(ground, seed + n)
      } catch (error) {
        wrong.push(`seed ${seed + n}: ${error instanceof Error ? error.message : error}`)
      }
      if ((n + 1) % JUDGED_EVERY > 0) continue
      wrong.push(...(await judgeInPassing(ground.accused)).map((line) => `by seed ${seed + n}: ${line}`))
      tell(`webhooks: ${n + 1} of ${webhook_seeds} seeds, ${letters} webhooks, ${wrong.length} wrong`)
    }
    await letHoursPass(ground, 3)
    wrong.push(...(await judgeMoney(ground.accused)))
  } finally {
    await ground.close()
  }
  const last = seed + webhook_seeds - 1
  return [
    {
      what: `all orders, duplicates, seeds ${seed} to ${last}`,
      times: webhook_seeds,
      remark: `${letters} sent`,
      wrong,
    },
  ]
}

/** Plays one checkout; answers how many webhooks were delivered. Throws when it does not end as it must. */
async function playSeed(ground: Ground, seed: number): Promise<number> {
  const { deps, clock } = ground
  const random = seededRandom(seed)
  const pick = <One>(from: readonly One[]) => from[Math.floor(random() * from.length)] as One
  const at_provider = control(ground)
  await at_provider.behave({
    webhook: pick(['normal', 'normal', 'duplicate', 'reordered']),
    webhook_shape: pick(['enveloped', 'flat']),
    webhook_auth: pick(['verif-hash', 'signature', 'both']),
    settle: pick(['now', 'now', 'pending_then_success']),
    settle_seconds: 10,
    refund: pick(['completed', 'pending_then_completed', 'accept_then_503']),
    refund_webhook: 'on',
    transfer: pick(['successful', 'accept_then_503']),
  })
  const kitchen = await insertVendor(deps.db, access_bank)
  const vendor = vendorActor(kitchen)
  const checkout = await startedCheckout(ground, [jollofFor(kitchen)])
  const { tx_ref } = checkout
  const mail = mailFrom(ground, random)
  await mail.collect()
  mail.forget()

  const orders = async () => {
    const { rows } = await deps.db.execute<{ id: string; status: string }>(
      sql`select id, status from orders where checkout_id = ${checkout.id}`,
    )
    return rows
  }
  const pays = () => at_provider.pay({ tx_ref, amount: checkout.total / 100 })
  const withOrder = async (work: (order_id: number) => Promise<unknown>) => {
    const [order] = await orders()
    if (!order) return false
    await work(Number(order.id))
    return true
  }
  const goes_back = random() < 0.5
  /** What happens in this sequence; one that answers false was not possible yet. */
  const steps: (() => Promise<unknown>)[] = [
    pays,
    ...(random() < 0.2 ? [pays] : []),
    () => withOrder((order_id) => finish(order_id)),
    ...(goes_back ? [] : [() => askPayout()]),
  ]
  const finish = (order_id: number) =>
    goes_back
      ? rejectOrder(deps, vendor, { order_id, reason: 'The soup was spilt' })
      : deliverOrder(deps, adminActor(), { order_id })
  const askPayout = async () => {
    const asked = await requestPayout(deps, vendor)
    if (!asked.ok) throw new Error(`no payout: ${asked.reason}`)
    await approveAsShown(deps, adminActor(), { payout_id: asked.value.id, method: 'transfer' })
  }
  const looks: readonly (() => Promise<unknown>)[] = [
    () => settleCheckout(deps, { tx_ref }).catch(() => {}),
    () => consumeDueProviderEvents(deps),
    () => checkOpenCheckouts(deps),
    () => sendDueRefunds(deps),
    () => sendDueTransfers(deps),
  ]

  let delivered = 0
  const deliver = async () => {
    const letter = mail.take()
    if (!letter) return
    delivered += 1
    await receiveProviderEvent(deps, new Headers(letter.headers), Buffer.from(letter.body))
  }
  for (let moves = 0; moves < 60 && (steps.length > 0 || mail.waiting() > 0); moves++) {
    const die = random()
    if (die < 0.2) {
      if ((await steps[0]?.()) !== false) steps.shift()
    } else if (die < 0.6) await deliver()
    else if (die < 0.9) await pick(looks)()
    else await Promise.all([deliver(), pick(looks)(), pick(looks)(), deliver()])
    await mail.collect()
    clock.advance(Math.floor(random() * 20))
  }
  // Whatever was late comes now, and everybody looks until nothing is left.
  for (let rounds = 0; rounds < 12; rounds++) {
    if (steps.length > 0 && (await steps[0]?.()) !== false) steps.shift()
    await mail.collect()
    while (mail.waiting() > 0) await deliver()
    for (const look of looks) await look()
    await settleTransfers(ground)
    clock.advance(240)
    if (steps.length === 0 && (await isOver(ground, tx_ref))) return delivered
  }
  if (steps.length > 0) throw new Error(`${tx_ref} never had an order`)
  throw new Error(`${tx_ref} does not end: ${JSON.stringify(await orders())}`)
}

/** The bank pays out what it has: one whose answer got lost it would keep for ever, as in the provider's test mode. */
async function settleTransfers({ deps, sandbox }: Ground): Promise<void> {
  const { rows } = await deps.db.execute<{ id: string }>(
    sql`select provider_transfer_id as id from payout_transfers where status = 'Queued'`,
  )
  for (const { id } of rows) {
    await fetch(`${sandbox.url}/control/settle-transfer/${id}`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ status: 'SUCCESSFUL' }),
    })
  }
}

/** One order, and nothing of its money under way. */
async function isOver({ deps }: Ground, tx_ref: string): Promise<boolean> {
  const { rows } = await deps.db.execute<{ over: boolean }>(sql`
    select c.status = 'Paid'
      and (select count(*) from orders o where o.checkout_id = c.id) = 1
      and not exists (select from refunds r join payments p on p.id = r.payment_id
        where p.tx_ref = c.tx_ref and r.status <> 'Done')
      and not exists (select from orders o join payouts y on y.id = o.payout_id
        where o.checkout_id = c.id and y.status <> 'Paid')
      and not exists (select from provider_events where consumed_at is null) as over
    from checkouts c where c.tx_ref = ${tx_ref}`)
  return rows[0]?.over === true
}

/** The webhooks that the sandbox wrote, each several times, taken out in any order. */
function mailFrom(ground: Ground, random: () => number) {
  let waiting: Letter[] = []
  let newest = 0
  return {
    async collect() {
      const answer = await fetch(`${ground.sandbox.url}/control/webhooks?limit=20`)
      const { webhooks } = (await answer.json()) as { webhooks: Letter[] }
      for (const letter of webhooks.filter(({ id }) => id > newest)) {
        const copies = 1 + Math.floor(random() * MOST_COPIES)
        waiting.push(...Array.from({ length: copies }, () => letter))
      }
      newest = Math.max(newest, ...webhooks.map(({ id }) => id))
    },
    forget() {
      waiting = []
    },
    take: () => waiting.splice(Math.floor(random() * waiting.length), 1)[0],
    waiting: () => waiting.length,
  }
}
