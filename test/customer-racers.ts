import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { changeNote } from '../domain/checkout/track/change-note.ts'
import { chooseByLink, setIfMissingByLink } from '../domain/checkout/track/choose-by-link.ts'
import { collectOrder } from '../domain/delivery/collecting/collect-order.ts'
import type { AnnouncingDeps } from '../domain/events.ts'
import { markMissing } from '../domain/orders/missing-dish/mark-missing.ts'
import { orders } from '../domain/orders/tables.ts'
import { decideReferral } from '../domain/promotions/referrals/decide-referral.ts'
import { referrals } from '../domain/promotions/tables.ts'
import { rateOrder } from '../domain/ratings/rate-order.ts'
import { type Racer, racer } from './racing.ts'

const reason = 'They are two people'

const friendRacer = (...[at, run]: Parameters<typeof racer>): Racer => ({ at, wants_friend: true, run })

/** What a customer decides about an order that is paid, and what is decided about who brought them. */
export const customerRacers = (deps: AnnouncingDeps, admin: Actor) => ({
  'another note': racer('Ready', ({ track_token }) => changeNote(deps, track_token, `At the gate ${randomUUID()}`)),
  'a rating': racer('Delivered', ({ track_token }) =>
    rateOrder(deps, track_token, { food: '5', delivery: '4', line: '' }),
  ),
  'a dish is out, and its customer chooses': racer('Assigned', async ({ vendor, order_id, track_token }) => {
    await setIfMissingByLink(deps, track_token, 'cancel')
    const missing = await markMissing(deps, vendor, { order_id, item: 0, quantity: 1, keeps_selling: true })
    const missing_id = missing.ok ? missing.value.id : 0
    return chooseByLink(deps, track_token, { missing_id, choice: { kind: 'leave_out' } })
  }),
  /** What is collected is a sign that nobody was brought. */
  'what is collected brings a friend, and an admin decides': friendRacer(
    'To collect',
    async ({ vendor, order_id, pin }) => {
      await collectOrder(deps, vendor, { order_id, pin })
      const [brought] = await deps.db
        .select({ id: referrals.id })
        .from(referrals)
        .innerJoin(orders, eq(orders.checkout_id, referrals.checkout_id))
        .where(eq(orders.id, order_id))
      const referral_id = brought?.id ?? 0
      await decideReferral(deps, admin, { referral_id, verb: 'allow', reason })
      return decideReferral(deps, admin, { referral_id, verb: 'turn_down', reason })
    },
  ),
})
