import type { Mover, MoverRole } from '../domain/lifecycle.ts'
import { type OrderVerb, order_moves } from '../domain/orders/lifecycle.ts'

/** Anybody of a role. */
export const some = (role: MoverRole): Mover => ({ role, user_id: null })

/** Somebody who may make this move of an order. */
export const orderMover = (verb: OrderVerb): Mover => some(order_moves[verb].who[0])
