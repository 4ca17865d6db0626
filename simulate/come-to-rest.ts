import { eq } from 'drizzle-orm'
import { closeReviewCase, refundReviewCase } from '../domain/checkout/review/decide-review.ts'
import { receiveProviderEvent } from '../domain/checkout/settlement/receive-provider-event.ts'
import { refuseClaim } from '../domain/claims/decide-claim.ts'
import { claims } from '../domain/claims/tables.ts'
import { deliverOrder } from '../domain/orders/deliver-order.ts'
import { isChargedBack } from '../domain/payments/chargebacks/charged-back.ts'
import { coverRefund } from '../domain/payments/chargebacks/cover-refund.ts'
import { refunds, review_cases } from '../domain/payments/tables.ts'
import { retryRefund, settleRefundByHand, takeProviderRefund } from '../domain/payments/work-on-refund.ts'
import { approvePayout } from '../domain/payouts/approve-payout.ts'
import { cancelPayout } from '../domain/payouts/cancel-payout.ts'
import { payouts } from '../domain/payouts/tables.ts'
import { retryTransfer } from '../domain/payouts/transfers/retry-transfer.ts'
import { decideReferral } from '../domain/promotions/referrals/decide-referral.ts'
import { referrals } from '../domain/promotions/tables.ts'
import { askComparison } from '../domain/reconciliation/ask-comparison.ts'
import { settleTransfer } from '../sandbox/flutterwave/transfers/transfer.ts'
import { by_age, dueTimes } from './due-times.ts'
import { ordersIn } from './looks.ts'
import { isAtProvider } from './people/admin-money.ts'
import { chargebacksAtProvider, transfersUnderWay } from './people/provider.ts'
import { tasks } from './people/worker.ts'
import type { World } from './world.ts'

const HOUR_S = 3600
/** Longer than anything may take: the provider's word is waited for, for a day. */
const PATIENCE_S = 72 * HOUR_S
const FIRST_WAIT_S = 300
/** Differences of the last minutes do not count yet. */
const FRESH_S = 15 * 60
const ROUNDS = 5
/** How often the worker may find something to do without time going on. */
const MOST_AT_ONCE = 30
const reason = 'As decided'
/** The provider refuses to transfer less, however often it is asked (sandbox/DIFFERENCES.md). */
const LEAST_TRANSFER_KOBO = 100_00

/**
 * Lets the world go on without faults until nothing is due any more, then has people do what is left to them, and so
 * on. Throws when something stays open.
 */
export async function comeToRest(world: World): Promise<void> {
  const { outside, tell, clock, chance, deps } = world
  tell('from here on nothing goes wrong')
  outside.storm = 0
  outside.sandbox.behaviour.reset()
  outside.sandbox.behaviour.merge({ transfer: 'successful' })
  for (const { id } of transfersUnderWay(world))
    settleTransfer(outside.sandbox, id, chance.one(['SUCCESSFUL', 'FAILED']))
  for (const { id } of chargebacksAtProvider(world))
    outside.sandbox.chargebacks.move(id, chance.one(['accepted', 'lost', 'won']))
  clock.advance(FRESH_S)
  await work(world, 'read chargebacks')
  await untilQuiet(world)
  const waiting = await ordersIn(world.db, ['Pending'])
  if (waiting.length > 0) throw new Error(`Nobody gave up order ${waiting.map(({ id }) => id).join(', ')}`)
  for (let round = 0; (await doWhatIsLeft(world)) > 0; round++) {
    if (round === ROUNDS) throw new Error('After all is decided, something is left to decide')
    await untilQuiet(world)
  }
  clock.advance(FRESH_S)
  await work(world, 'read newest charges')
  await live(world, () => askComparison(deps, boss(world)))
  await work(world, 'compare lists')
  await untilQuiet(world)
}

/** Runs the worker's tasks as they become due, later and later, until nothing is. */
async function untilQuiet(world: World): Promise<void> {
  const { clock, outside } = world
  const until_ms = clock.now().getTime() + PATIENCE_S * 1000
  for (let wait_s = FIRST_WAIT_S; ; wait_s *= 2) {
    await receiveLetters(world)
    let due = await dueTimes(world)
    if (due.some(({ task }) => task === by_age)) await work(world, by_age)
    for (let round = 0; due.some(({ at }) => at <= clock.now()); round++) {
      if (round === MOST_AT_ONCE) throw new Error(`Never done: ${due.map(({ task }) => task).join(', ')}`)
      for (const { task } of due.filter(({ at }) => at <= clock.now())) await work(world, task)
      await receiveLetters(world)
      due = await dueTimes(world)
    }
    const next_ms = Math.min(...due.map(({ at }) => at.getTime()), outside.nextDue())
    if (next_ms === Number.POSITIVE_INFINITY) return
    if (clock.now().getTime() > until_ms) throw new Error(`Still not done: ${due.map(({ task }) => task).join(', ')}`)
    clock.advance(Math.max(wait_s, (next_ms - clock.now().getTime()) / 1000))
  }
}

async function receiveLetters(world: World): Promise<void> {
  const { outside, deps } = world
  outside.catchUp()
  for (const { headers, body, came } of outside.letters.splice(0)) {
    await live(world, () => receiveProviderEvent(deps, headers, body))
    came(200)
  }
}

/** An admin does what waits for a person. Answers how much that was. */
async function doWhatIsLeft(world: World): Promise<number> {
  const { db, deps } = world
  const admin = boss(world)
  const left: { about: string; act(): Promise<unknown> }[] = []
  for (const { id } of await ordersIn(db, ['Accepted', 'Completed', 'Picked up'])) {
    left.push({ about: `order ${id}`, act: () => deliverOrder(deps, admin, { order_id: id }) })
  }
  for (const { id } of await db.select().from(review_cases).where(eq(review_cases.status, 'Open'))) {
    const decision = { case_id: id, reason }
    const act = async () => {
      const back = await refundReviewCase(deps, admin, decision)
      return back.ok ? back : closeReviewCase(deps, admin, decision)
    }
    left.push({ about: `case ${id}`, act })
  }
  for (const { id } of await db.select().from(claims).where(eq(claims.status, 'Open')).orderBy(claims.order_id)) {
    left.push({ about: `claim ${id}`, act: () => refuseClaim(deps, admin, { claim_id: id, reason }) })
  }
  for (const refund of await db.select().from(refunds).where(eq(refunds.status, 'Failed')).orderBy(refunds.id)) {
    const refund_id = refund.id
    const act = async () => {
      const looked_up = refund.possible_refund_id
      if (looked_up !== null && isAtProvider(world, refund)) {
        return takeProviderRefund(deps, admin, { refund_id, provider_refund_id: looked_up })
      }
      const covered = await coverRefund(deps, admin, { refund_id, looked_up })
      if (covered.ok) return covered
      const by_hand = { refund_id, bank_reference: 'BY-HAND', looked_up }
      // The bank has taken a part of it: what is still owed goes out by hand.
      if (await isChargedBack(db, refund)) return settleRefundByHand(deps, admin, by_hand)
      return retryRefund(deps, admin, { refund_id, reason, looked_up })
    }
    left.push({ about: `refund ${refund_id}, ${refund.last_error}`, act })
  }
  for (const payout of await db.select().from(payouts).where(eq(payouts.status, 'Pending')).orderBy(payouts.id)) {
    left.push({ about: `payout ${payout.id}`, act: () => payOut(world, payout) })
  }
  for (const { id } of await db
    .select()
    .from(referrals)
    .where(eq(referrals.status, 'In review'))
    .orderBy(referrals.id)) {
    const decision = { referral_id: id, verb: 'allow', reason } as const
    left.push({ about: `brought friend ${id}`, act: () => decideReferral(deps, admin, decision) })
  }
  for (const { about, act } of left) {
    const lived = await live(world, act)
    world.tell(`at rest: ${about} → ${lived.died ? 'died' : inOneWord(lived.value)}`)
  }
  return left.length
}

/** Each of the admins approves it; what cannot be paid is cancelled. */
async function payOut({ deps, campus }: World, payout: typeof payouts.$inferSelect) {
  const { id: payout_id, amount, bank_name, account_number, account_name } = payout
  if (amount < LEAST_TRANSFER_KOBO) return cancelPayout(deps, boss({ campus }), { payout_id, reason })
  const seen = { amount, bank_name, account_number, account_name }
  for (const admin of campus.admins) {
    const asked = await approvePayout(deps, admin, { payout_id, seen, method: 'transfer' })
    const has_failed = !asked.ok && asked.reason === 'failed_before'
    const again = has_failed ? await retryTransfer(deps, admin, { payout_id, seen }) : asked
    if (again.ok && again.value === 'transfer_asked') return again
  }
  return cancelPayout(deps, boss({ campus }), { payout_id, reason })
}

const inOneWord = (answer: unknown) => (answer instanceof Object && 'reason' in answer ? String(answer.reason) : 'done')

const boss = ({ campus }: Pick<World, 'campus'>) => campus.admins[0] ?? nobody()

function nobody(): never {
  throw new Error('Nobody is in charge')
}

async function work(world: World, task: string): Promise<void> {
  await live(world, async () => tasks[task]?.run(world.deps))
}

/** As a process that does not die. */
function live(world: World, act: () => Promise<unknown>) {
  return world.turns.live('at rest', act)
}
