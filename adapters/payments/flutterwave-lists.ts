import { ProviderUnavailable } from '../call-provider.ts'
import { type FlutterwaveCall, pagesOf } from './flutterwave-call.ts'
import { readListedCharge } from './flutterwave-charge.ts'
import { readChargeback } from './flutterwave-chargeback.ts'
import { readRefund } from './flutterwave-refund.ts'
import type { ListPage, ProviderLists } from './payment-provider.ts'

/**
 * Flutterwave's lists (docs/providers.md#flutterwave-lists), newest first: always ten rows a page, of chargebacks
 * twenty. A row that cannot be read is left out, and counted. If the provider refuses, the error has its message.
 */
export function flutterwaveLists(call: FlutterwaveCall): ProviderLists {
  async function listPage<Row>(
    path: string,
    query: { page: string } & Record<string, string | undefined>,
    timeout_seconds: number | undefined,
    read: (data: unknown) => Row | null,
  ): Promise<ListPage<Row> & { unread: number }> {
    const set = Object.entries(query).filter((entry): entry is [string, string] => entry[1] !== undefined)
    const answer = await call('GET', `${path}?${new URLSearchParams(set)}`, undefined, timeout_seconds)
    if (answer.status !== 'success') {
      throw new ProviderUnavailable(answer.message || `flutterwave ${path}: refused without a reason`)
    }
    if (!Array.isArray(answer.data)) {
      throw new ProviderUnavailable(`flutterwave ${path}: an answer we cannot read`)
    }
    const rows = answer.data.map(read).filter((row) => row !== null)
    return {
      rows,
      unread: answer.data.length - rows.length,
      pages: pagesOf(answer, Number(query.page)),
      total: answer.meta?.page_info.total ?? null,
    }
  }

  return {
    listCharges: ({ page, from, to, timeout_seconds }) =>
      listPage('/transactions', { page: String(page), from, to }, timeout_seconds, readListedCharge),
    listRefunds: ({ page, timeout_seconds }) =>
      listPage('/refunds', { page: String(page) }, timeout_seconds, readRefund),
    listChargebacks: ({ page, from, to }) =>
      listPage('/chargebacks', { page: String(page), from, to }, undefined, readChargeback),
  }
}
