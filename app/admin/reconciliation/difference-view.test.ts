import { expect, test } from 'vitest'
import type { DifferenceRow } from '../../../domain/reconciliation/difference-list.ts'
import { differenceView } from './difference-view.server.ts'

test.each([
  [
    { status: 'Failed', provider_refund_id: '8612' },
    /had failed\. “Send it again” takes it for done, and nothing more/,
  ],
  [{ status: 'Failed', provider_refund_id: null }, /had failed\.$/],
  [{ status: 'Paid by hand', provider_refund_id: '8612' }, /was paid by hand too\.$/],
  [{ status: 'Done', provider_refund_id: '8613' }, /twice, also as its refund 8613\.$/],
])('a refund that is %j here and made there says what happened', (ours, words) => {
  const row: DifferenceRow = {
    id: 1,
    kind: 'refund_status',
    status: 'Open',
    provider: 'flutterwave',
    provider_number: '8612',
    tx_ref: null,
    ours: { amount_kobo: 400_50, ...ours },
    theirs: { amount_kobo: 400_50, status: 'done' },
    found_at: new Date(0),
    seen_at: new Date(0),
    closed_at: null,
    closed_role: null,
    closed_by: null,
    outcome: null,
  }
  const { what } = differenceView(row)
  expect(what).toMatch(/^The provider made a refund of ₦400\.50 /)
  expect(what).toMatch(words)
})
