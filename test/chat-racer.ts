import { randomUUID } from 'node:crypto'
import type { Actor } from '../domain/accounts/actor.ts'
import { readAsCustomer } from '../domain/chat/read-lines.ts'
import { closeTalk, writeAsAdmin, writeAsCustomer, writeAsRider } from '../domain/chat/write-line.ts'
import { orderOfKey } from '../domain/claims/make-claim.ts'
import { sayAtGate } from '../domain/delivery/steps/say-at-gate.ts'
import type { AnnouncingDeps } from '../domain/events.ts'
import { racer } from './racing.ts'

/** A rider is at the gate; customer, rider and an admin write each other about the order, and it is read. */
export const chatRacer = (deps: AnnouncingDeps, admin: Actor) =>
  racer('Picked up', async ({ track_token, rider, delivery_id, order_id }) => {
    const text = `Where are you? ${randomUUID()}`
    await sayAtGate(
      { ...deps, clock: { now: () => new Date(deps.clock.now().getTime() + 1_200_000) } },
      rider,
      delivery_id,
    )
    await writeAsCustomer(deps, track_token, { partner: 'rider', text })
    await writeAsCustomer(deps, track_token, { partner: 'desk', text })
    await writeAsRider(deps, rider, { delivery_id, text })
    await writeAsAdmin(deps, admin, { order_id, text })
    await closeTalk(deps, admin, order_id)
    const order = await orderOfKey(deps.db, track_token)
    if (order) await readAsCustomer(deps, order.checkout_id)
  })
