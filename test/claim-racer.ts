import { eq, inArray } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { vendors } from '../domain/catalog/tables.ts'
import { answerClaim, showPhoto } from '../domain/claims/add-to-claim.ts'
import { approveClaim, refuseClaim } from '../domain/claims/decide-claim.ts'
import { makeClaim } from '../domain/claims/make-claim.ts'
import { claims } from '../domain/claims/tables.ts'
import { orders } from '../domain/orders/tables.ts'
import type { Scene } from './race-scene.ts'

const told = { kind: 'missing_item', words: 'No meat', dishes: [{ item: 0, quantity: 1 }] }
const reason = 'A plate was missing'

/** Everything that is done with a claim, one after the other. */
export async function claimAndDecide(
  deps: Parameters<typeof approveClaim>[0],
  admin: Actor,
  { order_id, track_token }: Scene,
): Promise<void> {
  await makeClaim(deps, track_token, told)
  await answerClaim(deps, track_token, 'Hello?')
  await showPhoto(deps, track_token, '/images/plate.webp')
  const [open] = await deps.db.select({ id: claims.id }).from(claims).where(eq(claims.order_id, order_id)).limit(1)
  const claim_id = open?.id ?? ''
  const amount = { amount_kobo: 500_00, with_delivery_fee: false, confirmed_kobo: 500_00 }
  await approveClaim(deps, admin, { claim_id, ...amount, borne_by: 'rider', reason })
  await refuseClaim(deps, admin, { claim_id, reason })
  await breakPromise(deps, admin, { order_id, track_token })
}

/** Its kitchen promised the prices of its counter, and loses that by a claim. */
async function breakPromise(
  deps: Parameters<typeof approveClaim>[0],
  admin: Actor,
  { order_id, track_token }: Pick<Scene, 'order_id' | 'track_token'>,
): Promise<void> {
  const kitchen = deps.db.select({ id: orders.vendor_id }).from(orders).where(eq(orders.id, order_id))
  await deps.db
    .update(vendors)
    .set({ same_price_since: new Date(0) })
    .where(inArray(vendors.user_id, kitchen))
  const made = await makeClaim(deps, track_token, { ...told, kind: 'dearer' })
  const claim_id = made.ok ? made.value.id : ''
  const amount = { amount_kobo: 100_00, with_delivery_fee: false, confirmed_kobo: 100_00 }
  await approveClaim(deps, admin, { claim_id, ...amount, borne_by: 'vendor', reason: 'The board says less' })
}
