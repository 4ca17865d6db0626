import { expect, test } from 'vitest'
import { sources } from './sources.ts'

/** What takes any text for an address: these elements, and these functions. Our own components ask for an `Address`. */
const takers = [/<(?:Link|NavLink|Form|a|form)\b[^<]*?\s(?:to|href|action)=\{?$/, /\b(?:fetch|navigate|redirect)\(\s*$/]
const path = /(["'`])\/(?!\/)(?:\$\{[^{}]*\}|(?!\1).)*\1(?! satisfies Address)/g

function untypedLinks(text: string): string[] {
  return [...text.matchAll(path)]
    .filter(({ index }) => takers.some((taker) => taker.test(text.slice(Math.max(0, index - 300), index))))
    .map(([link]) => link)
}

test('a link without a type is found, and no other', () => {
  const text = [
    '<Link className="link" to="/orders">',
    `<Link to={'/orders' satisfies Address}>`,
    '<a href={`/track/$' + '{token}`} download>',
    '<a href={`/track/$' + '{token}` satisfies Address} download>',
    '<a href="https://example.com">',
    "await fetch('/health')",
    "await fetch('/health' satisfies Address)",
    '<SearchForm action="/orders" />',
  ]
  expect(text.flatMap(untypedLinks)).toEqual(['"/orders"', '`/track/$' + '{token}`', "'/health'"])
})

test('links of app/ are typed, so that one to a page that is gone fails', () => {
  expect(
    sources
      .filter(({ path }) => path.startsWith('app/') && !path.endsWith('.test.ts'))
      .flatMap(({ path, text }) => untypedLinks(text).map((link) => `${path} leads to ${link}`)),
    'Write `satisfies Address` behind it; a prop or a table says `to: Address` (app/address.d.ts).',
  ).toEqual([])
})
