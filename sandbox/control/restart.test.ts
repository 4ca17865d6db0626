import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, onTestFinished, test } from 'vitest'
import { eventually } from '../../test/eventually.ts'
import { sandboxUnderTest, webhookCatcher } from '../sandbox-under-test.ts'

function dataDir() {
  const data_dir = mkdtempSync(join(tmpdir(), 'sandbox-'))
  onTestFinished(() => rmSync(data_dir, { recursive: true, force: true }))
  return data_dir
}

test('a restart forgets nothing: charges, switches, messages, and what was still to come', async () => {
  const data_dir = dataDir()
  const { url, received } = await webhookCatcher()
  const before = await sandboxUnderTest({ data_dir, webhook_url: url })
  await before.pay({ tx_ref: 'CHOW-late', customer: { email: 'late-webhook+a@b.ng' } })
  const pending = await before.pay({ tx_ref: 'CHOW-pending', customer: { email: 'pending+a@b.ng' } })
  await before.set({ sms: '500' })
  await before.close()
  expect(received).toHaveLength(0)

  const after = await sandboxUnderTest({ data_dir, webhook_url: url, time_scale: 100 })
  expect((await after.get('/control/behaviour')).body.sms).toBe('500')
  expect((await after.get('/flutterwave/v3/transactions')).body.meta.page_info.total).toBe(2)
  const next = await after.pay({ tx_ref: 'CHOW-next' })
  expect(next.transaction_id).toBeGreaterThan(pending.transaction_id)
  await after.post(`/control/settle/${pending.transaction_id}`, { status: 'successful' })
  await eventually(() => expect(received.length).toBeGreaterThanOrEqual(2))
})

test('a webhook that was waiting for its retry is tried again after a restart', async () => {
  const data_dir = dataDir()
  const { url, received } = await webhookCatcher(500, 200)
  const before = await sandboxUnderTest({ data_dir, webhook_url: url, webhook_retry_seconds: 1 })
  await before.pay()
  await eventually(async () => {
    expect((await before.get('/control/webhooks')).body.webhooks[0].attempts).toBe(1)
  })
  await before.close()
  const after = await sandboxUnderTest({ data_dir, webhook_url: url, webhook_retry_seconds: 1 })
  await eventually(() => expect(received).toHaveLength(2))
  await eventually(async () => {
    expect((await after.get('/control/webhooks')).body.webhooks[0].state).toBe('delivered')
  })
})
