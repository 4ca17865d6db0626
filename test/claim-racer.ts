import { eq } from 'drizzle-orm'
import type { Actor } from '../domain/accounts/actor.ts'
import { answerClaim, showPhoto } from '../domain/claims/add-to-claim.ts'
import { approveClaim, refuseClaim } from '../domain/claims/decide-claim.ts'
import { makeClaim } from '../domain/claims/make-claim.ts'
import { claims } from '../domain/claims/tables.ts'
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
}
