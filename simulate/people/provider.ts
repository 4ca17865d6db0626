import { behaviour_fields } from '../../sandbox/behaviour/behaviour.ts'
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

export const provider = [
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
