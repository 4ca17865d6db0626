import { expect, test } from 'vitest'
import { restOfStyle, styleOfPage } from './style-of-page.ts'

const of = (css: string, html: string) => styleOfPage(css, html)
const utilities = (rules: string) => `@layer utilities{${rules}}`

test('a page has the rules of the classes that it shows, and all that needs no class', () => {
  const css = utilities('.a{top:0}.b{top:1px}.a .b{left:0}p:empty{left:1px}[data-x]+.b{left:2px}')
  expect(of(css, '<p class="b c">')).toBe(utilities('.b{top:1px}p:empty{left:1px}[data-x]+.b{left:2px}'))
  expect(of(css, '<p class="a"><p class="b">')).toBe(css)
})

test('of several selectors those stay that may match', () => {
  expect(of(utilities('.a,.b:hover,h2{top:0}'), '<p class="b">')).toBe(utilities('.b:hover,h2{top:0}'))
})

test('classes are read as browsers read them, in HTML and in the style', () => {
  const css = utilities(String.raw`.top-0\.5{top:0}.w-\[calc\(100\%-2rem\)\]{top:1px}.\[\&_a\]\:b a{top:2px}`)
  expect(of(css, '<p class="top-0.5 w-[calc(100%-2rem)] [&amp;_a]:b">')).toBe(css)
  expect(of(css, '<p class="top-0 w-[calc(100%]">')).toBe('')
})

test('what stands in brackets may be one of several, and decides only where it is all there is', () => {
  const css = utilities(
    ':is(.a,.b){top:0}p:not(.a){top:1px}:where(.a>:not(:last-child)){top:2px}:is(.a.b:has(.c)){top:3px}',
  )
  expect(of(css, '<p>')).toBe(utilities(':is(.a,.b){top:0}p:not(.a){top:1px}'))
  expect(of(css, '<p class="a b">')).toBe(css)
})

test('groups without a rule go, and what stands in no such layer stays', () => {
  const css =
    '@layer theme{.x{top:0}}@layer components{@media (width>40rem){.x{top:0}}@keyframes in{0%{top:0}}}' +
    '@media print{.x{content:"}.y{"}}'
  expect(of(css, '<p>')).toBe(
    '@layer theme{.x{top:0}}@layer components{@keyframes in{0%{top:0}}}@media print{.x{content:"}.y{"}}',
  )
  expect(of(css, '<p class="x">')).toBe(css)
})

test('the rest is all of the layers of which a page has a part, in their order', () => {
  const components = '@layer components{.a{top:0}}'
  expect(restOfStyle(`@layer base{p{top:0}}${components}${utilities('.b{top:0}')}@property --x{syntax:"*"}`)).toBe(
    components + utilities('.b{top:0}'),
  )
})
