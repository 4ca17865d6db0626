import { type Context, Hono } from 'hono'
import type { World } from '../../world.ts'
import { giveUp, nonsense, refuse, succeed, tooMany } from '../answers.ts'
import { listFault } from '../list-fault.ts'
import { sendChargeWebhook } from '../webhooks/send.ts'
import type { Transaction, TransactionFilter } from './book.ts'
import { answerFee } from './fee.ts'
import { rowShape, verifiedShape } from './shapes.ts'

const page_size = 10
const unknown_id = 'No transaction was found for this id'

export function transactionRoutes(world: World) {
  const routes = new Hono()

  routes.get('/', async (c) => {
    const fault = await listFault(c, world)
    if (fault) return fault
    const { page: asked, ...filter }: TransactionFilter & { page?: string } = c.req.query()
    const page = Number(asked ?? 1)
    if (!Number.isInteger(page) || page < 1) return refuse(c, 400, '"page" must be a positive number')
    for (const bound of ['from', 'to'] as const) {
      const day = filter[bound]
      if (day && Number.isNaN(Date.parse(day))) return refuse(c, 400, `"${bound}" must be a valid date`)
    }
    if (filter.status && !['successful', 'failed', 'pending'].includes(filter.status)) {
      return refuse(c, 400, '"status" must be one of [successful, failed, pending]')
    }
    const { rows, total } = world.transactions.list(filter, page, page_size)
    const page_info = { total, current_page: page, total_pages: Math.ceil(total / page_size) }
    return succeed(c, 'Transactions fetched', rows.map(rowShape), { meta: { page_info } })
  })

  routes.get('/fee', answerFee)

  routes.get('/verify_by_reference', async (c) => {
    const tx_ref = c.req.query('tx_ref')
    if (!tx_ref) return refuse(c, 400, 'tx_ref is required')
    const found = world.transactions.under(tx_ref)
    return answerVerify(
      c,
      world,
      pick(found, world.behaviour.current().verify_by_reference),
      'No transaction was found for this reference',
    )
  })

  routes.get('/:id/verify', (c) => answerVerify(c, world, findTransaction(world, c.req.param('id')), unknown_id))

  routes.get('/:id/events', (c) => {
    const t = findTransaction(world, c.req.param('id'))
    return t ? succeed(c, 'Transaction events fetched', timeline(t)) : refuse(c, 400, unknown_id)
  })

  routes.post('/:id/resend-hook', (c) => {
    const t = findTransaction(world, c.req.param('id'))
    if (!t) return refuse(c, 400, unknown_id)
    sendChargeWebhook(world, t)
    return succeed(c, 'Hook sent', 'hook sent')
  })

  return routes
}

export function findTransaction(world: World, id: string): Transaction | undefined {
  return /^\d{1,15}$/.test(id) ? world.transactions.find(Number(id)) : undefined
}

/** Which of several attempts under one tx_ref is shown; the real service's choice is not documented. */
function pick(attempts: Transaction[], which: 'best' | 'first' | 'latest'): Transaction | undefined {
  if (which === 'first') return attempts[0]
  if (which === 'latest') return attempts.at(-1)
  return attempts.find((t) => t.status === 'successful') ?? attempts.at(-1)
}

async function answerVerify(c: Context, world: World, t: Transaction | undefined, missing: string) {
  switch (verifyFault(world, t)) {
    case '503':
      return giveUp(c)
    case '429':
      return tooMany(c)
    case 'nonsense':
      return nonsense(c)
    case 'not_found':
      return refuse(c, 400, missing)
    case 'hang':
      await world.agenda.hang(world.behaviour.current().hang_seconds)
      return giveUp(c)
  }
  return t ? succeed(c, 'Transaction fetched successfully', verifiedShape(t)) : refuse(c, 400, missing)
}

/** A switch on the control page stays until it is turned off; a sentinel's fault is used up call by call. */
function verifyFault(world: World, t: Transaction | undefined): string {
  const everybody = world.behaviour.current().verify
  if (everybody !== 'ok') return everybody
  if (!t || t.verify_fault === null || t.verify_faults_left <= 0) return 'ok'
  world.transactions.spendVerifyFault(t.id)
  return t.verify_fault
}

function timeline(t: Transaction) {
  const event = (note: string, action: string, at_ms: number) => ({
    note,
    actor: t.customer_email,
    object: 'charge',
    action,
    context: t.payment_type,
    created_at: new Date(at_ms).toISOString(),
  })
  const events = [event('Transaction started', 'started', t.created_at_ms)]
  if (t.concluded_at_ms !== null) {
    events.push(event(t.processor_response ?? t.status, t.status, t.concluded_at_ms))
  }
  return events
}
