import { z } from 'zod'
import { accepted, refused } from '../../domain/refusal.ts'
import { callProvider, isProviderUnavailable, ProviderUnavailable } from '../call-provider.ts'
import type { Bank, BankDirectory } from './bank-directory.ts'

export type PaystackSettings = { base_url: string; secret_key: string }

/** How long the list is cached: banks open and close over months (docs/providers.md#paystack-banks). */
const LIST_KEPT_HOURS = 24
/** An owner waits for a name while filling in a form; a slow bank is not worth a longer wait. */
const TIMEOUT_SECONDS = 15

const listed_bank = z.object({
  name: z.string().min(1),
  slug: z.string().min(1),
  code: z.string().min(1),
  active: z.boolean(),
  is_deleted: z.boolean().nullish(),
})
const bank_list = z.object({ data: z.array(z.unknown()) })
const resolved = z.object({ data: z.object({ account_name: z.string().trim().min(1) }) })
const failure = z.object({ message: z.string().trim().min(1).max(200) })

/**
 * Paystack's bank list and account lookup (docs/providers.md#paystack). The list is cached for 24 hours. Our secret key
 * never leaves the server.
 */
export function paystack(settings: PaystackSettings, now: () => number = Date.now): BankDirectory {
  let known: { banks: Bank[]; fetched_ms: number } | null = null

  const ask = (path: string) =>
    callProvider(`${settings.base_url}${path}`, {
      headers: { authorization: `Bearer ${settings.secret_key}` },
      timeout_seconds: TIMEOUT_SECONDS,
    })

  async function list(): Promise<Bank[]> {
    if (known && now() - known.fetched_ms < LIST_KEPT_HOURS * 3_600_000) return known.banks
    try {
      const banks = readBanks(await ask('/bank?country=nigeria&currency=NGN&perPage=100&use_cursor=false'))
      known = { banks, fetched_ms: now() }
      return banks
    } catch (error) {
      // Banks open and close over months: yesterday's list is better than none.
      if (known && isProviderUnavailable(error)) return known.banks
      throw error
    }
  }

  return {
    list,
    async resolve({ account_number, bank_code }) {
      try {
        if (!(await list()).some(({ code }) => code === bank_code)) return refused('unknown_bank')
        const query = new URLSearchParams({ account_number, bank_code })
        const { status, body } = await ask(`/bank/resolve?${query}`)
        // 400 and 422 are about the account; other errors are between us and the provider.
        if (status === 400 || status === 422) {
          return refused('failed', { message: failure.safeParse(body).data?.message ?? null })
        }
        if (status !== 200) return refused('failed', { message: null })
        const answer = resolved.safeParse(body)
        return answer.success ? accepted({ account_name: answer.data.data.account_name }) : refused('no_name')
      } catch (error) {
        if (isProviderUnavailable(error)) return refused('failed', { message: null })
        throw error
      }
    },
  }
}

function readBanks({ status, body }: { status: number; body: unknown }): Bank[] {
  const envelope = bank_list.safeParse(body)
  if (status !== 200 || !envelope.success) throw new ProviderUnavailable(`paystack /bank: HTTP ${status}`)
  const banks = envelope.data.data
    .flatMap((row) => {
      const bank = listed_bank.safeParse(row)
      return bank.success && bank.data.active && !bank.data.is_deleted ? [bank.data] : []
    })
    .map(({ slug, name, code }) => ({ id: slug, name, code }))
    .sort((one, other) => one.name.localeCompare(other.name, 'en'))
  // Kept for a day, none at all would refuse everybody's account.
  if (banks.length === 0) throw new ProviderUnavailable('paystack /bank: no bank that we can read')
  return banks
}
