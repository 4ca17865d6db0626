import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { CLAIMS } from '../../../domain/claims/claim-rules.ts'
import { COMMISSION } from '../../../domain/payments/commission.ts'
import { DELIVERY_SETTINGS, LATENESS } from '../../../domain/settings/definitions.ts'
import { settings } from '../../../domain/settings/tables.ts'
import { worldOfFile } from '../../../test/world.ts'
import { type AppServices, services_context } from '../../services.ts'
import { loader as deliveryPage } from './delivery.tsx'
import { loader as questions } from './faqs.tsx'
import { loader as terms } from './terms.tsx'
import { loader as forVendors } from './vendors.tsx'

const world = await worldOfFile()
const { db } = world.deps
beforeEach(() => db.delete(settings))

type Page = typeof deliveryPage | typeof questions | typeof terms | typeof forVendors
async function textOf(page: Page): Promise<string> {
  const context = new RouterContextProvider()
  context.set(services_context, world.deps as unknown as AppServices)
  const { html } = (await page({ context } as never)).data
  return html.replace(/<[^>]*>/g, '').replace(/\s+/g, ' ')
}
const set = (key: string, value: object) => db.insert(settings).values({ key, value })

test('what further restaurants of a cart cost is said alike on the page of fees and in the questions', async () => {
  for (const [percent, words] of [
    [100, 'Each restaurant in a cart has its own delivery fee.'],
    [50, 'Each further restaurant in a cart adds 50 % of its own delivery fee.'],
    [0, 'One cart is one fee, also when it holds dishes of several restaurants.'],
  ] as const) {
    await db.delete(settings)
    await set(DELIVERY_SETTINGS.key, { further_kitchen_percent: percent })
    expect(await textOf(deliveryPage)).toContain(words)
    expect(await textOf(questions)).toContain(words)
  }
})

test('terms and questions say how long what is wrong can be told, and what a late order brings', async () => {
  const fee_back = 'more than 15 minutes late, we send its delivery fee back to you by ourselves.'
  expect(await textOf(terms)).toContain(fee_back)
  await set(CLAIMS.key, { within_hours: 1 })
  expect(await textOf(terms)).toContain('within 1 hour of its delivery.')
  expect(await textOf(questions)).toContain('within 1 hour of its delivery')
  await set(LATENESS.key, { share_percent: 0 })
  expect(await textOf(terms)).not.toContain('minutes late')
})

test('restaurants read which commission is taken', async () => {
  expect(await textOf(forVendors)).toContain('Commission is 0 % to start')
  await set(COMMISSION.key, { default_percent: 7.5 })
  expect(await textOf(forVendors)).toContain('Commission is 7.5 % of the dishes that you sell, and')
})
