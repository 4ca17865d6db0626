import { expect, test } from 'vitest'
import { payoutFile } from '../../../domain/payouts/payout-file.ts'
import { payout_transfers } from '../../../domain/payouts/tables.ts'
import { payoutsUnderTest } from '../../../test/payouts-under-test.ts'
import { worldOfFile } from '../../../test/world.ts'
import { payoutDetails } from './payout-view.server.ts'

const world = await worldOfFile()
const { askedTransfer, transferRows } = payoutsUnderTest(world)

test('a payout whose earlier transfer is under way after all shows that, not the retry that failed', async () => {
  const { payout_id, admin } = await askedTransfer()
  const [{ id: _, ...first } = { id: 0 }] = await transferRows(payout_id)
  const retry = { ...first, reference: `${payout_id}_RETRY_1`, status: 'Failed', last_error: 'Not sent' }
  await world.deps.db.insert(payout_transfers).values(retry as typeof payout_transfers.$inferInsert)
  const file = await payoutFile(world.deps.db, payout_id)
  expect(file && payoutDetails(file, admin, world.clock.now())).toMatchObject({
    transfer_alive: true,
    failed_before: null,
  })
})
