import { type Context, Hono } from 'hono'
import type { ContentfulStatusCode } from 'hono/utils/http-status'
import { accountName } from '../account-names.ts'
import type { World } from '../world.ts'
import { bankShape, closed_banks, paystack_banks } from './banks.ts'

export const account_sentinels: Record<string, string> = {
  '0000000000': 'Cannot be resolved (422)',
  '0000000001': 'Resolved without an account name',
  '0000000002': 'Server error (500)',
  '0000000003': 'Daily limit of test mode reached (429)',
  '0000000004': 'Hangs',
}

const list = [
  ...paystack_banks.map((bank, i) => bankShape(bank, i, true)),
  ...closed_banks.map((bank, i) => bankShape(bank, paystack_banks.length + i, false)),
]

const unresolved = 'Could not resolve account name. Check parameters or try again.'
const daily_limit =
  'Test mode daily limit of 3 live bank resolves exceeded. Use test bank codes 001 or upgrade to live mode.'

export function paystackRoutes(world: World) {
  const routes = new Hono()

  routes.use('*', async (c, next) => {
    world.stats.count('paystack')
    const { paystack: mode, hang_seconds } = world.behaviour.current()
    if (mode === '500') return refuse(c, 500, 'An error occurred', 'api_error', 'unknown')
    if (mode === '429') return refuse(c, 429, daily_limit, 'api_error', 'unknown')
    if (mode === '401') return refuse(c, 401, 'Invalid key', 'validation_error', 'invalid_Key')
    if (mode === 'nonsense') return c.html('<html><body>Bad gateway</body></html>')
    if (mode === 'hang') {
      await world.agenda.hang(hang_seconds)
      return refuse(c, 504, 'Gateway timeout', 'api_error', 'unknown')
    }
    return next()
  })

  routes.get('/bank', (c) => {
    const { country = 'nigeria', currency = 'NGN' } = c.req.query()
    const fits = country.toLowerCase() === 'nigeria' && currency.toUpperCase() === 'NGN'
    return c.json({ status: true, message: 'Banks retrieved', data: fits ? list : [] })
  })

  routes.get('/bank/resolve', async (c) => {
    if (c.req.header('authorization') !== `Bearer ${world.settings.paystack_secret_key}`) {
      return refuse(c, 401, 'Invalid key', 'validation_error', 'invalid_Key')
    }
    const { account_number = '', bank_code = '' } = c.req.query()
    const bank = list.find(({ code, active }) => code === bank_code && active)
    if (!bank || !/^\d{10}$/.test(account_number)) return cannotResolve(c)
    switch (account_number) {
      case '0000000000':
        return cannotResolve(c)
      case '0000000001':
        return resolved(c, { account_number, bank_id: bank.id })
      case '0000000002':
        return refuse(c, 500, 'An error occurred', 'api_error', 'unknown')
      case '0000000003':
        return refuse(c, 429, daily_limit, 'api_error', 'unknown')
      case '0000000004':
        await world.agenda.hang(world.behaviour.current().hang_seconds)
    }
    return resolved(c, { account_number, account_name: nameOf(account_number, bank_code), bank_id: bank.id })
  })

  return routes
}

function nameOf(account_number: string, bank_code: string): string {
  if (bank_code === '001') return `TEST ACCOUNT ${account_number}`
  if (account_number === '0022728151' && bank_code === '063') return 'WES GIBBONS'
  return accountName(account_number).toUpperCase()
}

const resolved = (c: Context, data: object): Response =>
  c.json({ status: true, message: 'Account number resolved', data })

const cannotResolve = (c: Context): Response => refuse(c, 422, unresolved, 'validation_error', 'invalid_bank_code')

const next_steps: Record<string, string> = {
  invalid_bank_code: "Ensure that you're passing the correct bank code. You can get these from the list of banks.",
  invalid_Key: 'Ensure that you provide the correct authorization key for the request',
}

const refuse = (c: Context, status: ContentfulStatusCode, message: string, type: string, code: string): Response =>
  c.json({ status: false, message, meta: { nextStep: next_steps[code] ?? 'Try again later' }, type, code }, status)
