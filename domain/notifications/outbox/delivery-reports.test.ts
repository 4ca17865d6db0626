import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { DeliveryReport, SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { askForReports } from '../../../test/due-work.ts'
import { createGateways } from '../../../test/sms-gateways.ts'
import { extRefOf } from './ext-ref.ts'
import { receiveDeliveryReport } from './receive-delivery-report.ts'
import { retryMessage } from './retry-message.ts'

let world: Awaited<ReturnType<typeof createGateways>>
beforeAll(async () => {
  world = await createGateways()
})
afterAll(() => world.close())
beforeEach(() => world.control.reset())

const admin = { user_id: randomUUID(), role: 'admin', admin_role: 'owner', email: 'boss@example.com' } as const
/** The first gateway refuses everything, so that a message goes to the second. */
const refusing: SmsGateway = { name: 'smarthive', send: async () => ({ sent: false, message: 'No route' }) }

async function sentBySecond(kind: Parameters<typeof world.queued>[0]) {
  const message = await world.queued(kind)
  await world.work(60, { sms: refusing })
  return message
}
const says = (changes: Partial<DeliveryReport>): DeliveryReport => ({
  gateway_message_id: null,
  ext_ref: null,
  sms: null,
  outcome: 'Delivered',
  reason: 'DELIVERED',
  cost_kobo: null,
  ...changes,
})

describe('the first gateway, which can be asked', () => {
  test('posts a report, is asked, and the message is delivered, with what it cost', async () => {
    const message = await world.queued('delivered_sms')
    await world.work()
    expect(await world.rowOf(message)).toMatchObject({ status: 'Sent', gateway: 'smarthive' })
    expect(await world.submissionTo(world.sms, message)).toMatchObject({
      segments: 1,
      cost: 3_00,
      cost_told: false,
      outcome: null,
    })
    await world.hear(world.sms, await world.report(message, world.sms))
    expect((await world.rowOf(message)).status).toBe('Sent')
    expect(await askForReports(world.deps)).toBe(1)
    expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', last_error: null })
    expect(await world.submissionTo(world.sms, message)).toMatchObject({
      outcome: 'Delivered',
      cost: 3_00,
      cost_told: true,
      reason: 'DELIVRD',
      reported_at: world.clock.now(),
      ask_at: null,
    })
  })

  test('is believed when it is asked, not what somebody posts in its name', async () => {
    await world.control.behave({ sms: 'undelivered' })
    const message = await world.queued('delivered_sms')
    await world.work()
    const request = await world.report(message, world.sms)
    await world.hear(world.sms, { ...request, body: request.body.replace('UNDELIV', 'DELIVRD') })
    await askForReports(world.deps)
    expect(await world.rowOf(message)).toMatchObject({
      status: 'Undelivered',
      last_error: 'smarthive could not deliver it: UNDELIV',
      next_attempt_at: null,
    })
  })

  test('is asked by itself where a report was lost, once, and not for ever', async () => {
    await world.control.behave({ sms_report: 'none' })
    const message = await world.queued('delivered_sms')
    await world.work(4 * 60)
    expect(await askForReports(world.deps)).toBe(0)
    world.clock.advance(60)
    const unsure = { ...world.sms, lookUp: async () => new Map() }
    expect(await askForReports({ ...world.deps, sms: unsure })).toBe(1)
    world.clock.advance(5 * 60)
    expect(await askForReports(world.deps)).toBe(1)
    expect((await world.rowOf(message)).status).toBe('Delivered')
    expect(await askForReports(world.deps)).toBe(0)

    const silent = await world.queued('delivered_sms')
    await world.work(3 * 24 * 3600)
    await askForReports({ ...world.deps, sms: unsure })
    expect((await world.submissionTo(world.sms, silent))?.ask_at).toBeNull()
    expect((await world.rowOf(silent)).status).toBe('Sent')
  })

  test('is asked at once again where a report came while it was asked', async () => {
    const message = await world.queued('delivered_sms')
    await world.work(5 * 60)
    const { gateway_message_id } = await world.rowOf(message)
    const unsure: SmsGateway = {
      ...world.sms,
      async lookUp() {
        await receiveDeliveryReport(world.deps, world.sms, says({ gateway_message_id }))
        return new Map()
      },
    }
    expect(await askForReports({ ...world.deps, sms: unsure })).toBe(1)
    expect(await askForReports(world.deps)).toBe(1)
    expect((await world.rowOf(message)).status).toBe('Delivered')
  })

  test('that cannot be asked just now is asked again a minute later', async () => {
    const message = await world.queued('delivered_sms')
    await world.work(5 * 60)
    const away = { ...world.sms, lookUp: () => Promise.reject(new Error('HTTP 503')) }
    await expect(askForReports({ ...world.deps, sms: away })).rejects.toThrow('503')
    expect(await askForReports(world.deps)).toBe(0)
    world.clock.advance(60)
    await askForReports(world.deps)
    expect((await world.rowOf(message)).status).toBe('Delivered')
  })
})

describe('the second gateway, which cannot be asked', () => {
  test('is believed, once, whatever comes after a “delivered”', async () => {
    await world.control.behave({ sms_report: 'reordered' })
    const message = await sentBySecond('on_the_way_sms')
    const request = await world.report(message, world.second_sms)
    await Promise.all(Array.from({ length: 5 }, () => world.hear(world.second_sms, request)))
    const { gateway_message_id } = await world.rowOf(message)
    for (const outcome of [null, 'Undelivered'] as const) {
      const late = says({ gateway_message_id, outcome })
      expect(await receiveDeliveryReport(world.deps, world.second_sms, late)).toBe(true)
    }
    expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', gateway: 'termii' })
    expect(await world.submissionTo(world.second_sms, message)).toMatchObject({
      outcome: 'Delivered',
      cost: 4_00,
      cost_told: true,
    })
    expect(await world.takenBy(message)).toEqual(['ChowGateTwo'])
  })

  test('may say “delivered” after “undelivered”, and then it is', async () => {
    const message = await sentBySecond('delivered_sms')
    const { gateway_message_id } = await world.rowOf(message)
    for (const outcome of ['Undelivered', 'Delivered'] as const) {
      await receiveDeliveryReport(world.deps, world.second_sms, says({ gateway_message_id, outcome }))
      expect((await world.rowOf(message)).status).toBe(outcome)
    }
  })
})

describe('a message that nobody can do without', () => {
  test('goes to the other gateway once when the first cannot deliver it', async () => {
    await world.control.behave({ sms: 'undelivered' })
    const message = await world.queued('on_the_way_sms')
    await world.work()
    await world.hearOf(message, world.sms)
    expect(await world.rowOf(message)).toMatchObject({
      status: 'Queued',
      refused_by: 'smarthive',
      gateway: null,
    })
    await world.work()
    await world.hearOf(message, world.second_sms)
    expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', gateway: 'termii' })
    expect(await world.submissionTo(world.sms, message)).toMatchObject({ outcome: 'Undelivered', cost: 3_00 })
    expect(await world.submissionTo(world.second_sms, message)).toMatchObject({ cost: 4_00 })
  })

  test('waits for a person when neither delivers it, and goes out anew when that person says so', async () => {
    await world.control.behave({ sms: 'undelivered', termii: 'undelivered' })
    const message = await world.queued('on_the_way_sms')
    await world.work()
    await world.hearOf(message, world.sms)
    await world.work()
    await world.hearOf(message, world.second_sms)
    expect(await world.rowOf(message)).toMatchObject({
      status: 'Failed',
      gateway: null,
      last_error: 'termii could not deliver it: Message Failed',
    })
    await world.control.reset()
    expect(await retryMessage(world.deps, admin, message.id)).toMatchObject({ ok: true })
    await world.work()
    expect(await world.takenBy(message)).toEqual(['ChowGate', 'ChowGateTwo', 'ChowGate'])
    const { gateway_message_id } = await world.rowOf(message)
    expect(gateway_message_id).not.toBe((await world.submissionTo(world.sms, message))?.gateway_message_id)
    world.clock.advance(5 * 60)
    await askForReports(world.deps)
    expect((await world.rowOf(message)).status).toBe('Delivered')
    expect(await world.submissionTo(world.sms, message)).toMatchObject({ outcome: 'Undelivered' })
    expect(await world.submissionTo(world.sms, message, 2)).toMatchObject({ outcome: 'Delivered' })
  })

  test('waits for a person at once where there is one gateway alone', async () => {
    await world.control.behave({ sms: 'undelivered' })
    const message = await world.queued('on_the_way_sms')
    await world.work(60, { second_sms: null })
    await world.hearOf(message, world.sms, { second_sms: null })
    expect((await world.rowOf(message)).status).toBe('Failed')
  })

  test('that arrived by the first after all is not sent by the second', async () => {
    const message = await sentBySecond('on_the_way_sms')
    const { gateway_message_id } = await world.rowOf(message)
    const said = says({ gateway_message_id, outcome: 'Undelivered' })
    await receiveDeliveryReport({ ...world.deps, second_sms: null }, world.second_sms, said)
    expect((await world.rowOf(message)).status).toBe('Failed')
    await receiveDeliveryReport(world.deps, world.second_sms, says({ gateway_message_id }))
    await world.work()
    expect((await world.rowOf(message)).status).toBe('Delivered')
    expect(await world.takenBy(message)).toEqual(['ChowGateTwo'])
  })
})

describe('a message in doubt', () => {
  test('is settled by a report of the first gateway, which names our reference', async () => {
    await world.control.behave({ sms: 'accept_then_503' })
    const message = await world.queued('on_the_way_sms')
    await world.work()
    expect(await world.rowOf(message)).toMatchObject({ status: 'Queued', gateway_message_id: null })
    await world.hearOf(message, world.sms)
    expect(await world.rowOf(message)).toMatchObject({
      status: 'Delivered',
      gateway: 'smarthive',
      gateway_message_id: expect.stringMatching(/^DX/),
      next_attempt_at: null,
    })
    await world.control.reset()
    await world.work(3600)
    expect(await world.takenBy(message)).toEqual(['ChowGate'])
  })

  test('is settled by a report of the second gateway, which names number and words', async () => {
    await world.control.behave({ termii: 'accept_then_500' })
    const message = await sentBySecond('on_the_way_sms')
    expect(await world.rowOf(message)).toMatchObject({ status: 'Queued', gateway: 'termii' })
    await world.hearOf(message, world.second_sms)
    expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', gateway: 'termii' })
  })

  test('is free for the other gateway once this one is known not to have it', async () => {
    await world.control.behave({ termii: '500' })
    const message = await sentBySecond('on_the_way_sms')
    expect((await world.rowOf(message)).gateway).toBe('termii')
    await world.control.behave({ termii: '401' })
    await world.work(3600, { sms: refusing })
    expect(await world.rowOf(message)).toMatchObject({ status: 'Queued', gateway: null })
  })

  test('is delivered when a report overtakes the answer to the sending', async () => {
    const message = await world.queued('delivered_sms')
    const overtaken: SmsGateway = {
      ...world.sms,
      async send(sms) {
        const outcome = await world.sms.send(sms)
        await world.hearOf(message, world.sms)
        return outcome
      },
    }
    await world.work(60, { sms: overtaken })
    expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', sent_at: expect.any(Date) })
    expect(await world.submissionTo(world.sms, message)).toMatchObject({ outcome: 'Delivered', cost: 3_00 })
  })
})

test('a report of what we never gave to this gateway is known for what it is, and changes nothing', async () => {
  const message = await world.queued('delivered_sms')
  await world.work()
  const { gateway_message_id } = await world.rowOf(message)
  const foreign = (gateway: SmsGateway, changes: Partial<DeliveryReport>) =>
    receiveDeliveryReport(world.deps, gateway, says({ gateway_message_id: 'DX-foreign', ...changes }))
  expect(await foreign(world.sms, {})).toBe(false)
  expect(await foreign(world.sms, { ext_ref: randomUUID() })).toBe(false)
  expect(await foreign(world.sms, { ext_ref: "'; drop table messages" })).toBe(false)
  expect(await foreign(world.sms, { ext_ref: message.id })).toBe(false)
  expect(await foreign(world.sms, { ext_ref: `${message.id}-2` })).toBe(false)
  expect(await foreign(world.second_sms, { gateway_message_id })).toBe(false)
  expect(await foreign(world.second_sms, { sms: { to: '+2348031234567', text: message.text } })).toBe(false)
  expect((await world.rowOf(message)).status).toBe('Sent')
  const other = await sentBySecond('delivered_sms')
  expect(await foreign(world.sms, { ext_ref: extRefOf({ id: other.id, round: 1 }) })).toBe(false)
  expect(await world.submissionTo(world.sms, other)).toBeUndefined()
})
