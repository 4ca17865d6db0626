import { expect, test } from 'vitest'
import { stillHtmlFor } from './still-html.server.ts'
import { still_parts } from './still-parts.ts'

test('a document already holds the static parts, so its data does not repeat them', () => {
  expect(stillHtmlFor(new Request('http://localhost/home?from=mail'))).toBeNull()
})

test('a visitor who comes from another page gets every static part as data', () => {
  const html = stillHtmlFor(new Request('http://localhost/home.data?_routes=home'))
  expect(Object.keys(html ?? {})).toEqual(Object.keys(still_parts))
  expect(html?.faq).toContain('Which areas do you serve?')
  expect(html?.how_it_works).toContain('id="how-it-works"')
})
