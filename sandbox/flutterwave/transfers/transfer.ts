import type { World } from '../../world.ts'
import { toNaira } from '../naira.ts'
import { mail } from '../webhooks/send.ts'
import type { Transfer } from './book.ts'

const pick_up_seconds = 1
const minute_seconds = 60
const documented_minutes = 10

const failure = 'DISBURSE FAILED: Insufficient funds in customer wallet'

type Fate = { settles_to: 'SUCCESSFUL' | 'FAILED' | null; after_seconds: number }

/**
 * What test mode does by a transfer's reference (Flutterwave's testing page): `_PMCK` succeeds and `_PMCK_ST_F` fails
 * after 10 minutes, or after n minutes with `DU_n` behind; every other reference stays pending. A retry has the outcome
 * of the transfer it repeats.
 */
export function fateOf(reference: string): Fate {
  const suffix = /_PMCK(_ST_F)?(?:DU_(\d{1,3}))?(?:_RETRY_\d+)?$/.exec(reference)
  if (!suffix) return { settles_to: null, after_seconds: 0 }
  const [, fails, minutes] = suffix
  return {
    settles_to: fails ? 'FAILED' : 'SUCCESSFUL',
    after_seconds: Number(minutes ?? documented_minutes) * minute_seconds,
  }
}

export function makeTransfer(
  world: World,
  order: Omit<Transfer, 'id' | 'status' | 'complete_message' | 'created_at_ms' | 'settles_at_ms' | 'settles_to'>,
): Transfer {
  const { transfer: mode, settle_seconds } = world.behaviour.current()
  const forced = { successful: 'SUCCESSFUL', failed: 'FAILED' }[mode as 'successful'] as Fate['settles_to'] | undefined
  const fate = forced ? { settles_to: forced, after_seconds: settle_seconds } : fateOf(order.reference)
  const made = world.transfers.add({
    ...order,
    status: 'NEW',
    complete_message: '',
    created_at_ms: world.now(),
    settles_at_ms: fate.settles_to && world.now() + Math.round((fate.after_seconds * 1000) / world.settings.time_scale),
    settles_to: fate.settles_to,
  })
  world.agenda.in(pick_up_seconds, () => world.transfers.pickUp(made.id))
  schedule(world, made)
  return made
}

export function settleTransfer(world: World, id: number, status: 'SUCCESSFUL' | 'FAILED'): Transfer | undefined {
  const moved = world.transfers.settle(id, status, status === 'FAILED' ? failure : 'Successful')
  const t = world.transfers.find(id)
  if (t && moved) {
    const { full_name, ...data } = transferShape(t)
    const body = {
      event: 'transfer.completed',
      'event.type': 'Transfer',
      data: { ...data, fullname: full_name },
    }
    mail(world, { kind: 'transfer', subject_id: id, body })
  }
  return t
}

/** After a restart, starts the timers of pending transfers again. */
export function resumeTransfers(world: World) {
  for (const t of world.transfers.unsettled()) {
    world.transfers.pickUp(t.id)
    schedule(world, t)
  }
}

function schedule(world: World, { id, settles_at_ms, settles_to }: Transfer) {
  if (settles_at_ms === null || settles_to === null) return
  const seconds_left = Math.max(0, settles_at_ms - world.now()) / 1000
  world.agenda.in(seconds_left * world.settings.time_scale, () => settleTransfer(world, id, settles_to))
}

export function transferShape(t: Transfer) {
  return {
    id: t.id,
    account_number: t.account_number,
    bank_code: t.bank_code,
    full_name: t.full_name,
    created_at: new Date(t.created_at_ms).toISOString(),
    currency: t.currency,
    debit_currency: t.currency,
    amount: toNaira(t.amount_kobo),
    fee: toNaira(t.fee_kobo),
    status: t.status,
    reference: t.reference,
    meta: t.meta === null ? null : (JSON.parse(t.meta) as unknown),
    narration: t.narration,
    approver: null,
    complete_message: t.complete_message,
    requires_approval: 0,
    is_approved: 1,
    bank_name: t.bank_name,
  }
}

/** Fees with VAT by size, as the documentation's samples show them: 10.75, 26.875 and 53.75 naira, in kobo. */
export function transferFeeKobo(amount_kobo: number): number {
  if (amount_kobo <= 5000 * 100) return 1075
  return amount_kobo <= 50_000 * 100 ? 2687.5 : 5375
}
