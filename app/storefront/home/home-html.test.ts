import { expect, test } from 'vitest'
import { featuredVendors } from '../../../domain/catalog/lists/vendor-lists.ts'
import { promiseSamePrice } from '../../../domain/catalog/same-price.ts'
import { vendorActor } from '../../../test/delivery.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { noticeHtml } from '../notice.server.tsx'
import { SAME_PRICE } from '../same-price-words.ts'
import { homeHtml } from './home-html.server.tsx'

const world = await worldOfFile()
const shown = async () => homeHtml((await featuredVendors(world.deps.db, LUNCH_TIME)).vendors, null)

test('the carousel says which restaurant promises the prices of its counter', async () => {
  const kitchen = await insertVendor(world.deps.db)
  expect(await shown()).toContain(kitchen.name)
  expect(await shown()).not.toContain(SAME_PRICE)
  expect(await promiseSamePrice(world.deps, vendorActor(kitchen), true)).toMatchObject({ ok: true })
  expect(await shown()).toContain(SAME_PRICE)
})

test('what the marketplace tells its customers stands on the page, and nothing where it tells nothing', () => {
  const words = 'Exams & <rain>: we close at 20:00.'
  expect(homeHtml([], { words })).toContain('Exams &amp; &lt;rain&gt;: we close at 20:00.')
  expect(noticeHtml({ words })).toContain('&lt;rain&gt;')
  expect(noticeHtml(null)).toBe('')
})
