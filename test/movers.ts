import type { Mover, MoverRole } from '../domain/lifecycle.ts'
import { type OrderVerb, order_moves } from '../domain/orders/lifecycle.ts'

/** Somebody of a role who is no one in particular. */
export const some = (role: MoverRole): Mover => ({ role, user_id: null })

/** Somebody who may move an order so. */
export const orderMover = (verb: OrderVerb): Mover => some(order_moves[verb].who[0])
