import { z } from 'zod'
import { nairaNumber } from '../../domain/money.ts'
import { isProviderUnavailable, ProviderUnavailable } from '../call-provider.ts'
import { naira_amount } from './flutterwave-amount.ts'
import { flutterwaveBankCode, type ListedBank } from './flutterwave-bank-code.ts'
import { flutterwaveCall, flutterwavePages, pagesOf } from './flutterwave-call.ts'
import { told_instant } from './flutterwave-instant.ts'
import type { ListedTransfer, ProviderTransfer, TransferProvider } from './transfer-provider.ts'

const BANKS_KEPT_HOURS = 24

const transfer_row = z.object({
  id: z.union([z.number(), z.string()]).transform(String),
  reference: z.string(),
  amount: naira_amount,
  status: z.string(),
  fee: naira_amount.nullish().catch(null),
  complete_message: z.string().nullish(),
})
const listed_row = transfer_row.extend({ created_at: told_instant })
const listed_bank = z.object({ name: z.string().min(1), code: z.string().min(1) })

/** Flutterwave's transfers to bank accounts (docs/providers.md#flutterwave-transfers), in naira there, kobo here. */
export function flutterwaveTransfers(
  settings: { base_url: string; secret_key: string },
  now: () => number = Date.now,
): TransferProvider {
  const call = flutterwaveCall(settings)
  let known: { banks: ListedBank[]; fetched_ms: number } | null = null

  async function banks(): Promise<ListedBank[]> {
    if (known && now() - known.fetched_ms < BANKS_KEPT_HOURS * 3_600_000) return known.banks
    try {
      const answer = await call('GET', '/banks/NG')
      const rows = z.array(z.unknown()).safeParse(answer.data)
      if (answer.status !== 'success' || !rows.success) {
        throw new ProviderUnavailable('flutterwave /banks: an answer we cannot read')
      }
      const found = rows.data.flatMap((row) => listed_bank.safeParse(row).data ?? [])
      // Kept for a day, none at all would refuse everybody's payout.
      if (found.length === 0) throw new ProviderUnavailable('flutterwave /banks: no bank that we can read')
      known = { banks: found, fetched_ms: now() }
      return found
    } catch (error) {
      // Banks open and close over months: yesterday's list is better than none.
      if (known && isProviderUnavailable(error)) return known.banks
      throw error
    }
  }

  return {
    name: 'flutterwave',

    bankCode: async (bank) => flutterwaveBankCode(bank, await banks()),

    async transfer({ reference, amount, bank_code, account_number, account_name, narration }) {
      const answer = await call('POST', '/transfers', {
        account_bank: bank_code,
        account_number,
        amount: nairaNumber(amount),
        currency: 'NGN',
        debit_currency: 'NGN',
        narration,
        reference,
        beneficiary_name: account_name,
      })
      if (answer.status !== 'success') return { accepted: false, message: answer.message ?? 'refused' }
      const transfer = readTransfer(answer.data)
      if (!transfer) throw new ProviderUnavailable('flutterwave /transfers: an answer we cannot read')
      return { accepted: true, transfer }
    },

    async findTransfer(reference) {
      // The list is filtered by this reference; in case the filter is ignored, it is read to its end.
      for await (const page of flutterwavePages(call, '/transfers', { reference })) {
        const rows = page.map(readTransfer)
        // A row that cannot be read may be the right one.
        if (rows.includes(null)) throw new ProviderUnavailable('flutterwave /transfers: one we cannot read')
        const found = rows.find((row) => row?.reference === reference)
        if (found) return found
      }
      return null
    },

    async listTransfers({ page }) {
      const answer = await call('GET', `/transfers?page=${page}`)
      if (answer.status !== 'success' || !Array.isArray(answer.data)) {
        throw new ProviderUnavailable('flutterwave /transfers: an answer we cannot read')
      }
      const rows = answer.data.flatMap((row) => readListed(row) ?? [])
      return { rows, pages: pagesOf(answer, page), total: answer.meta?.page_info.total ?? null }
    },
  }
}

function readListed(data: unknown): ListedTransfer | null {
  const { data: row } = listed_row.safeParse(data)
  if (!row) return null
  const { id, reference, amount, status, created_at } = row
  return { provider_transfer_id: id, reference, amount, status: transferStatus(status), created_at }
}

/** Reads one transfer, with naira turned into kobo, half a kobo of a fee rounded; null when it is not one. */
function readTransfer(data: unknown): ProviderTransfer | null {
  const parsed = transfer_row.safeParse(data)
  if (!parsed.success) return null
  const { id, reference, amount, status, fee, complete_message } = parsed.data
  return {
    provider_transfer_id: id,
    reference,
    amount,
    status: transferStatus(status),
    fee: fee ?? null,
    message: complete_message ?? '',
  }
}

/** An unknown status is not final: only a definite answer moves money in the books. */
function transferStatus(status: string): ProviderTransfer['status'] {
  if (/^successful$/i.test(status)) return 'successful'
  return /^failed$/i.test(status) ? 'failed' : 'pending'
}
