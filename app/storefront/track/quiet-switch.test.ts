import { expect, test } from 'vitest'
import { quiet_sentence } from '../../../domain/notifications/outbox/quiet-numbers.ts'
import { quietInWords } from '../../admin/customers/quiet-words.server.ts'
import { quietSwitch } from './quiet-switch.server.tsx'

const words = (order: Partial<Parameters<typeof quietSwitch>[0]>) =>
  quietSwitch({ is_quiet: false, collects: false, for_later: false, ...order })

test('the switch speaks of riders only where one comes', () => {
  expect(words({})).toContain('when the rider is on the way with your PIN, and when it is delivered.')
  expect(words({ is_quiet: true })).toContain(`You asked for quiet. ${quiet_sentence} All the rest is on this page.`)
  const to_collect = [true, false].flatMap((is_quiet) =>
    [true, false].map((for_later) => words({ is_quiet, for_later, collects: true })),
  )
  for (const html of to_collect) expect(html).not.toMatch(/rider|delivered/)
})

test('what is for later is told at its time', () => {
  expect(words({ for_later: true })).toContain('your order, and, at the time you chose, when the rider is on the way')
  expect(words({ for_later: true, collects: true })).toContain('when it is ready with your PIN and when you have it.')
})

test('an admin reads of a quiet number what its owner reads', () => {
  expect(quietInWords({ since: new Date(), asked_by: 'sms' }).words).toContain(quiet_sentence)
  expect(quietInWords(null)).toEqual({ is_quiet: false, words: 'Gets every SMS about their orders.' })
})
