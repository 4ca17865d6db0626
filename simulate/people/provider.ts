import { behaviour_fields } from '../../sandbox/behaviour/behaviour.ts'
import { chargeBack } from '../../sandbox/flutterwave/chargebacks/chargeback.ts'
import { settleTransfer } from '../../sandbox/flutterwave/transfers/transfer.ts'
import { move } from '../move.ts'
import type { World } from '../world.ts'

/** What the provider does differently from time to time; the rest of its faults are those of the line to it. */
const moods = [
  'webhook',
  'webhook_shape',
  'webhook_auth',
  'settle',
  'settle_seconds',
  'verify_by_reference',
  'refund',
  'refund_comments',
  'refund_webhook',
  'transfer',
  'sms',
] as const

const lengths = [5, 600, 7200]
/** These would hold up a call in real time; the line loses answers instead. */
const unwanted = ['hang']

/** What the bank has neither made nor refused. */
export function transfersUnderWay({ outside }: World) {
  const { rows } = outside.sandbox.transfers.list({}, 1, 100)
  return rows.filter(({ status }) => status === 'NEW' || status === 'PENDING')
}

/** What banks asked back, newest first. */
export const chargebacksAtProvider = ({ outside }: World) => outside.sandbox.chargebacks.list({}, 100, 0).rows

/** A customer disputes what was paid, all or some of it; most are not disputed twice. */
async function askMoneyBack(world: World) {
  const { chance, outside } = world
  const paid = outside.sandbox.transactions.list({ status: 'successful' }, 1, 100).rows
  const t = chance.any(paid)
  if (!t || (chargebacksAtProvider(world).some((row) => row.transaction_id === t.id) && !chance.of(0.1))) return null
  const amount = chance.of(0.7) ? undefined : chance.whole(1, t.amount_kobo) / 100
  const act = async () => chargeBack(outside.sandbox, t, { ...(amount && { amount }), comment: 'Fraud' })
  return { about: `${amount ?? 'all'} of charge ${t.id}`, act }
}

export const provider = [
  move('asks money back for a bank', 0.3, askMoneyBack),
  move('moves a chargeback', 0.6, async (world) => {
    const row = world.chance.any(chargebacksAtProvider(world))
    const status = world.chance.one(['declined', 'lost', 'accepted', 'won'] as const)
    const act = async () => world.outside.sandbox.chargebacks.move(row?.id ?? 0, status)
    return row && { about: `${row.id}: ${status}`, act }
  }),
  move('has another mood', 2, async ({ chance, outside }) => {
    const mood = chance.one(moods)
    const field = behaviour_fields[mood]
    const kinds = 'options' in field ? field.options.filter((kind) => !unwanted.includes(kind)) : lengths
    const kind = chance.one<string | number>(kinds)
    return { about: `${mood}: ${kind}`, act: async () => outside.sandbox.behaviour.merge({ [mood]: kind }) }
  }),
  move('ends a transfer', 1, async (world) => {
    const open = transfersUnderWay(world)
    const transfer = world.chance.any(open)
    const end = world.chance.one(['SUCCESSFUL', 'SUCCESSFUL', 'FAILED'] as const)
    const act = async () => settleTransfer(world.outside.sandbox, transfer?.id ?? 0, end)
    return transfer && { about: `${transfer.reference}: ${end}`, act }
  }),
  move('is itself again', 1, async ({ outside }) => ({
    about: 'everything as it should be',
    act: async () => outside.sandbox.behaviour.reset(),
  })),
]
