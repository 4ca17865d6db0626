import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { brand } from '../../domain/brand.ts'
import { orders } from '../../domain/orders/tables.ts'
import { deliveredOrderOf } from '../delivered-order.ts'
import { postForm } from '../sign-in.ts'
import { startTestApp } from '../start-app.ts'

test('of ten claims from one phone in a week three are taken, and the others read whom to call', async ({
  onTestFinished,
}) => {
  const app = await startTestApp()
  onTestFinished(() => app.stop())
  const customer_phone = '+2348039990010'
  const answers = []
  for (let number = 0; number < 10; number++) {
    const { order_id, track_token } = await deliveredOrderOf(app)
    await app.db.update(orders).set({ customer_phone }).where(eq(orders.id, order_id))
    const told = { intent: 'claim', kind: 'spoiled', dish_0: '1', words: `Cold soup ${number}` }
    answers.push(await postForm(app.url, `/track/${track_token}/problem`, told))
  }
  expect(answers.map(({ status }) => status)).toEqual([303, 303, 303, ...Array(7).fill(409)])
  const last = (await answers.at(-1)?.text()) ?? ''
  expect(last).toContain('You have told us about many orders this week. Please call us about this one.')
  expect(last).toContain(`Call ${brand.support_phone}`)
  // What was typed stays.
  expect(last).toContain('Cold soup 9')
})
