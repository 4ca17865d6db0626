import { Hono } from 'hono'
import { accountName } from '../../account-names.ts'
import type { World } from '../../world.ts'
import { giveUp, readBody, refuse, succeed, textOf } from '../answers.ts'
import { flutterwaveBank } from '../banks/banks.ts'
import { toKobo, toNaira } from '../naira.ts'
import type { Transfer } from './book.ts'
import { makeTransfer, transferFeeKobo, transferShape } from './transfer.ts'

const page_size = 10
const longest_text = 100
const blacklisted = { account_number: '0690000036', bank_code: '044' }

type Order = Parameters<typeof makeTransfer>[1]

export function transferRoutes(world: World) {
  const routes = new Hono()

  routes.post('/', async (c) => {
    const order = readOrder(world, await readBody(c))
    if (typeof order === 'string') return refuse(c, 400, order)
    const { transfer: mode, hang_seconds } = world.behaviour.current()
    switch (mode) {
      case 'insufficient_balance':
        return refuse(c, 400, 'Insufficient funds in customer wallet')
      case '503':
        return giveUp(c)
      case 'hang':
        await world.agenda.hang(hang_seconds)
        return giveUp(c)
    }
    const made = makeTransfer(world, order)
    if (mode === 'accept_then_503') return giveUp(c)
    return succeed(c, 'Transfer Queued Successfully', transferShape(made))
  })

  routes.get('/', (c) => {
    const page = Math.max(1, Number(c.req.query('page') ?? 1) || 1)
    const { status, reference } = c.req.query()
    const { rows, total } = world.transfers.list({ status: status?.toUpperCase(), reference }, page, page_size)
    const page_info = { total, current_page: page, total_pages: Math.ceil(total / page_size) }
    return succeed(c, 'Transfers fetched', rows.map(transferShape), { meta: { page_info } })
  })

  routes.get('/fee', (c) => {
    const amount_kobo = toKobo(c.req.query('amount'))
    if (amount_kobo === null || amount_kobo <= 0) return refuse(c, 400, 'amount is required')
    const fee = toNaira(transferFeeKobo(amount_kobo))
    const currency = c.req.query('currency') ?? 'NGN'
    return succeed(c, 'Transfer fee fetched', [{ currency, fee_type: 'value', fee }])
  })

  routes.get('/:id', (c) => {
    const t = world.transfers.find(Number(c.req.param('id')) || 0)
    return t ? succeed(c, 'Transfer fetched', transferShape(t)) : refuse(c, 404, 'Transfer not found')
  })

  routes.post('/:id/retries', (c) => {
    const t = world.transfers.find(Number(c.req.param('id')) || 0)
    if (!t) return refuse(c, 404, 'Transfer not found')
    if (t.status !== 'FAILED') return refuse(c, 400, 'You can only retry failed transfers')
    const made = makeTransfer(world, { ...orderOf(t), reference: nextReference(world, t.reference) })
    return succeed(c, 'Transfer retry attempt queued.', transferShape(made))
  })

  return routes
}

/** The requested transfer, or the sentence that refuses it. */
function readOrder(world: World, body: Record<string, unknown> | null): Order | string {
  const account_number = textOf(body?.account_number)
  const bank_code = textOf(body?.account_bank)
  const reference = textOf(body?.reference) || `SANDBOX-${world.now()}-${Math.random().toString(36).slice(2)}`
  const narration = textOf(body?.narration)
  const amount_kobo = toKobo(body?.amount)
  const bank = flutterwaveBank(bank_code)
  if (!account_number) return 'account_number is required'
  if (!bank_code) return 'account_bank is required'
  if (amount_kobo === null) return 'amount is required'
  if (amount_kobo < 100 * 100) return 'amount should be minimum 100 for NGN'
  if (textOf(body?.currency) !== 'NGN') return 'currency is required'
  if (reference.length > longest_text) return 'reference must not be longer than 100 characters'
  if (narration.length > longest_text) return 'narration must not be longer than 100 characters'
  if (!bank) return 'Unknown Bank Code'
  if (!/^\d{10}$/.test(account_number)) return 'invalid account'
  if (account_number === blacklisted.account_number && bank_code === blacklisted.bank_code) {
    return 'Payout was made to a blacklisted account number'
  }
  if (world.transfers.withReference(reference)) return 'A transfer with this reference already exists'
  return {
    reference,
    account_number,
    bank_code,
    bank_name: bank.name.toUpperCase(),
    full_name: textOf(body?.beneficiary_name) || accountName(account_number),
    amount_kobo,
    fee_kobo: transferFeeKobo(amount_kobo),
    currency: 'NGN',
    narration,
    meta: body?.meta === undefined ? null : JSON.stringify(body.meta),
  }
}

function orderOf(t: Transfer): Order {
  const { id: _, status: _s, complete_message: _m, created_at_ms: _c, settles_at_ms: _a, settles_to: _t, ...order } = t
  return order
}

function nextReference(world: World, reference: string): string {
  const base = reference.replace(/_RETRY_\d+$/, '')
  let n = 1
  while (world.transfers.withReference(`${base}_RETRY_${n}`)) n += 1
  return `${base}_RETRY_${n}`
}
