import { expect, test } from 'vitest'
import { movableClock } from '../../domain/clock.ts'
import { watched } from './watched-gateway.ts'

const sms = { to: '+2348031234567', text: 'Ready', ext_ref: '1' }

test('a gateway is down after three failures in a row, for a minute, and up again with the first success', async () => {
  const clock = movableClock(new Date('2026-03-10T11:00:00Z'))
  let works = false
  const gateway = watched(
    {
      name: 'one',
      async send() {
        if (!works) throw new Error('no answer')
        return { sent: true, gateway_message_id: null }
      },
    },
    clock,
  )
  const fail = () => expect(gateway.send(sms)).rejects.toThrow('no answer')
  await fail()
  await fail()
  expect(gateway.isDown()).toBe(false)
  await fail()
  expect(gateway.isDown()).toBe(true)
  clock.advance(60)
  expect(gateway.isDown()).toBe(false)
  await fail()
  expect(gateway.isDown()).toBe(true)
  works = true
  await gateway.send(sms)
  expect(gateway.isDown()).toBe(false)
})
