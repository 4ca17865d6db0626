import { expect, test, vi } from 'vitest'
import { createAtOnce } from '../../../server/at-once.ts'
import { createRateLimit } from '../../../server/rate-limit.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { newToken } from '../../accounts/secrets.ts'
import { kobo } from '../../money.ts'
import { paymentPages } from './payment-page.ts'

const { db } = await databaseOfFile()

const windowOf = (tx_ref: string) => ({
  ...{ tx_ref, total: kobo(1_500_00), currency: 'NGN' },
  customer: { email: 'ada@example.com', name: 'Ada Obi' },
})
const BACK = 'http://localhost:3000/order-summary?order=a'

/** The pages of one process, and how often its provider was asked. */
function pages(paymentPage: () => Promise<string> = async () => 'https://provider.example/page') {
  const asked = vi.fn(paymentPage)
  const limit = createRateLimit(db, newToken())
  const ask = paymentPages({ payments: { paymentPage: asked }, allow: limit.allow, enter: createAtOnce() })
  return { asked, ask, limit }
}

test('the page of one checkout is asked for twenty times a minute at most, and another’s all the same', async () => {
  const { ask, asked } = pages()
  const answers = []
  for (let tried = 0; tried < 30; tried++) answers.push(await ask(windowOf('one'), BACK))
  expect(answers.filter((page) => page !== null)).toHaveLength(20)
  expect(asked).toHaveBeenCalledTimes(20)
  expect(await ask(windowOf('other'), BACK)).toBe('https://provider.example/page')
})

test('pages are no questions what became of the payment: those go on', async () => {
  const { ask, limit } = pages()
  for (let tried = 0; tried < 30; tried++) await ask(windowOf('one'), BACK)
  expect(await limit.allow('payment_question', 'one')).toBe(true)
})

test('one page of a checkout is asked for at a time, and so many in all', async () => {
  let answer = (_page: string) => {}
  const hanging = new Promise<string>((resolve) => {
    answer = resolve
  })
  const { ask, asked } = pages(() => hanging)
  const first = ask(windowOf('one'), BACK)
  await vi.waitFor(() => expect(asked).toHaveBeenCalledTimes(1))
  expect(await ask(windowOf('one'), BACK)).toBeNull()
  const refused = vi.fn()
  const others = Array.from({ length: 70 }, async (_, number) => {
    if ((await ask(windowOf(`other ${number}`), BACK)) === null) refused()
  })
  await vi.waitFor(() => expect(refused).toHaveBeenCalledTimes(7))
  expect(asked).toHaveBeenCalledTimes(64)
  answer('https://provider.example/page')
  expect(await first).toBe('https://provider.example/page')
  await Promise.all(others)
})

test('what all ask the provider in a minute counts the pages too', async () => {
  const { ask, asked, limit } = pages()
  while (await limit.allow('payment_question_in_all', ''));
  expect(await ask(windowOf('one'), BACK)).toBeNull()
  expect(asked).not.toHaveBeenCalled()
})
