import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { SmsGateway } from '../../../adapters/messages/message-gateway.ts'
import { createGateways } from '../../../test/sms-gateways.ts'

let world: Awaited<ReturnType<typeof createGateways>>
beforeAll(async () => {
  world = await createGateways()
})
afterAll(() => world.close())
beforeEach(() => world.control.reset())

/** The first gateway refuses everything, so that a message goes to the second. */
const refusing: SmsGateway = { name: 'smarthive', send: async () => ({ sent: false, message: 'No route' }) }

test.each([
  { gateway: 'smarthive', modes: { sms: 'accept_then_503' }, first_refuses: false },
  { gateway: 'termii', modes: { termii: 'accept_then_500' }, first_refuses: true },
] as const)('what expired in doubt is delivered when $gateway says so', async (given) => {
  const { gateway, modes, first_refuses } = given
  const [sms, its] = first_refuses ? [refusing, world.second_sms] : [world.sms, world.sms]
  await world.control.behave(modes)
  const message = await world.queued('on_the_way_sms')
  await world.expiresIn(message, 45)
  await world.work(60, { sms })
  expect((await world.rowOf(message)).status).toBe('Queued')
  await world.work(60, { sms })
  expect(await world.rowOf(message)).toMatchObject({ status: 'Expired', gateway })
  await world.hearOf(message, its)
  expect(await world.rowOf(message)).toMatchObject({ status: 'Delivered', gateway, last_error: null })
})

test('what expired while its gateway took its time is sent when that one has it', async () => {
  const message = await world.queued('on_the_way_sms')
  await world.expiresIn(message, 45)
  const slow: SmsGateway = {
    ...world.sms,
    async send(sms) {
      const outcome = await world.sms.send(sms)
      world.clock.advance(3600)
      await world.work(0)
      expect((await world.rowOf(message)).status).toBe('Expired')
      return outcome
    },
  }
  await world.work(60, { sms: slow })
  expect(await world.rowOf(message)).toMatchObject({
    status: 'Sent',
    gateway: 'smarthive',
    last_error: null,
  })
})

test('the words of a link are gone once it came, or once neither gateway brings it', async () => {
  const came = await world.queued('invitation')
  await world.expiresIn(came, 3600)
  await world.work()
  expect(await world.rowOf(came)).toMatchObject({ status: 'Sent', body: came.text })
  await world.hearOf(came, world.sms)
  expect(await world.rowOf(came)).toMatchObject({ status: 'Delivered', body: '' })

  const given_up = await world.queued('invitation')
  await world.expiresIn(given_up, 3600)
  await world.work(60, { sms: refusing, second_sms: { ...refusing, name: 'termii' } })
  await world.work(60, { sms: refusing, second_sms: { ...refusing, name: 'termii' } })
  expect(await world.rowOf(given_up)).toMatchObject({ status: 'Expired', body: '' })

  await world.control.behave({ sms: 'undelivered', termii: 'undelivered' })
  const missed = await world.queued('invitation')
  await world.expiresIn(missed, 3600)
  await world.work()
  await world.hearOf(missed, world.sms)
  await world.work()
  await world.hearOf(missed, world.second_sms)
  expect(await world.rowOf(missed)).toMatchObject({ status: 'Undelivered', body: '' })
})
