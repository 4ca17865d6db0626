import type { Context } from 'hono'
import { refuse, succeed } from '../answers.ts'
import { appFeeKobo, toKobo, toNaira } from '../naira.ts'

/** `GET /transactions/fee?amount&currency` */
export function answerFee(c: Context) {
  const amount_kobo = toKobo(c.req.query('amount'))
  if (amount_kobo === null || amount_kobo <= 0) return refuse(c, 400, 'amount is required')
  const fee = toNaira(appFeeKobo(amount_kobo))
  return succeed(c, 'Charged fee', {
    charge_amount: toNaira(amount_kobo),
    fee,
    merchant_fee: 0,
    flutterwave_fee: fee,
    stamp_duty_fee: 0,
    currency: c.req.query('currency') ?? 'NGN',
  })
}
