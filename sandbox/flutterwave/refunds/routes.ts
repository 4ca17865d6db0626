import { type Context, Hono } from 'hono'
import { behaviourFor } from '../../behaviour/sentinels.ts'
import type { World } from '../../world.ts'
import { giveUp, readBody, refuse, succeed, textOf } from '../answers.ts'
import { listFault } from '../list-fault.ts'
import { toKobo } from '../naira.ts'
import { findTransaction } from '../transactions/routes.ts'
import { refund, refundShape } from './refund.ts'

const page_size = 10

export function refundRoutes(world: World) {
  const routes = new Hono()
  routes.get('/', async (c) => {
    const fault = await listFault(c, world)
    if (fault) return fault
    const page = Math.max(1, Number(c.req.query('page') ?? 1) || 1)
    const total = world.refunds.count()
    const page_info = { total, current_page: page, total_pages: Math.ceil(total / page_size) }
    const rows = world.refunds.newest(page_size, (page - 1) * page_size)
    return succeed(
      c,
      'Refunds fetched',
      rows.map((row) => refundShape(world, row)),
      { meta: { page_info } },
    )
  })
  routes.get('/:id', (c) => {
    const made = world.refunds.find(Number(c.req.param('id')) || 0)
    return made ? succeed(c, 'Refund fetched', refundShape(world, made)) : refuse(c, 404, 'Refund not found')
  })
  return routes
}

/** `POST /transactions/:id/refund` */
export async function answerRefund(c: Context, world: World): Promise<Response> {
  const t = findTransaction(world, c.req.param('id') ?? '')
  if (!t) return refuse(c, 400, 'No transaction was found for this id')
  const body = await readBody(c)
  const remaining_kobo = t.amount_kobo - world.refunds.claimedKobo(t.id)
  const amount_kobo = body?.amount === undefined ? remaining_kobo : toKobo(body.amount)
  if (t.status !== 'successful') return refuse(c, 400, 'Only successful transactions can be refunded')
  if (amount_kobo === null || (body?.amount !== undefined && amount_kobo <= 0)) {
    return refuse(c, 400, 'amount must be a positive number')
  }
  if (remaining_kobo <= 0) return refuse(c, 400, 'Transaction has been fully refunded')
  if (amount_kobo > remaining_kobo) {
    return refuse(c, 400, 'Refund amount cannot be more than the remaining transaction amount')
  }

  const behaviour = behaviourFor(world.behaviour.current(), t.customer_email)
  switch (behaviour.refund) {
    case 'insufficient_balance':
      return refuse(c, 400, 'Insufficient funds in merchant balance to complete this refund')
    case '503':
      return giveUp(c)
    case 'hang':
      await world.agenda.hang(behaviour.hang_seconds)
      return giveUp(c)
  }
  const made = refund(world, t, amount_kobo, textOf(body?.comments))
  if (behaviour.refund === 'accept_then_503') return giveUp(c)
  return succeed(c, 'Transaction refund initiated', refundShape(world, made))
}
