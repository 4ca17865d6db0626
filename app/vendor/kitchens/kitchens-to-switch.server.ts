import type { Db } from '../../../db/handle.ts'
import type { Actor } from '../../../domain/accounts/actor.ts'
import { ownKitchens } from '../../../domain/catalog/staff/own-kitchens.ts'
import { waitingAtKitchens } from '../../../domain/orders/acceptance/waiting-at-kitchens.ts'

/** The kitchens of somebody, with how many new orders wait in each. */
export async function kitchensToSwitch(db: Db, actor: Actor, now: Date) {
  const kitchens = await ownKitchens(db, actor)
  const ids = kitchens.map(({ vendor_id }) => vendor_id)
  const waiting = await waitingAtKitchens(db, ids, now)
  return kitchens.map((kitchen) => ({ ...kitchen, waiting: waiting.get(kitchen.vendor_id) ?? 0 }))
}

export type KitchenToSwitch = Awaited<ReturnType<typeof kitchensToSwitch>>[number]
