import { type Context, Hono } from 'hono'
import { accountName } from '../../account-names.ts'
import { readBody, refuse, succeed, textOf } from '../answers.ts'
import { flutterwave_banks, flutterwaveBank } from './banks.ts'

export function bankRoutes() {
  const routes = new Hono()
  routes.get('/:country', (c) =>
    c.req.param('country').toUpperCase() === 'NG'
      ? succeed(c, 'Banks fetched successfully', flutterwave_banks)
      : refuse(c, 400, 'Invalid country passed'),
  )
  return routes
}

/** `POST /accounts/resolve`: a POST with `account_bank`, unlike Paystack's. */
export async function answerResolve(c: Context): Promise<Response> {
  const body = await readBody(c)
  const account_number = textOf(body?.account_number)
  const account_bank = textOf(body?.account_bank)
  if (!account_number) return refuse(c, 400, 'account_number is required')
  if (!account_bank) return refuse(c, 400, 'account_bank is required')
  if (!flutterwaveBank(account_bank)) return refuse(c, 400, 'Unknown Bank Code')
  if (!/^\d{10}$/.test(account_number) || account_number === '0000000000') {
    return refuse(c, 400, 'Sorry, that account number is invalid, please check and try again')
  }
  const account_name = accountName(account_number)
  return succeed(c, 'Account details fetched', { account_number, account_name })
}
