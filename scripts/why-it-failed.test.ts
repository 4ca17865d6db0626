import { expect, test } from 'vitest'

/** Plain JavaScript, as it runs before anything is installed: its type stands here. */
const { href } = new URL('why-it-failed.mjs', import.meta.url)
const { whyItFailed }: { whyItFailed: (text?: string) => string } = await import(href)

test('a click that something was in the way of says where, what it waited for, and what was in the way', () => {
  const dim = (line: string) => `\u001b[2m${line}\u001b[22m`
  const thrown = [
    'locator.click: Timeout 30000ms exceeded.',
    'Call log:',
    dim("  - waiting for getByRole('button', { name: 'Pay' })"),
    dim('    - locator resolved to <button>Pay</button>'),
    dim('      - <div></div> intercepts pointer events'),
    dim('    - retrying click action'),
    dim('      - waiting 500ms'),
    '',
    '    at pays (/somewhere/test/journeys/customer.ts:9:51)',
    '    at async file:///somewhere/node_modules/@vitest/runner/dist/chunk.js:1903:20',
  ]
  expect(whyItFailed(thrown.join('\n')).split('\n')).toEqual([
    'locator.click: Timeout 30000ms exceeded. (customer.ts:9)',
    "- waiting for getByRole('button', { name: 'Pay' })",
    '- <div></div> intercepts pointer events',
    '- retrying click action',
    '- waiting 500ms',
  ])
})

test('an assertion says where it stands in our files; what is thrown outside of them, only what it is', () => {
  const poll = '    at Proxy.poll (file:///somewhere/node_modules/vitest/dist/test.js:3748:47)'
  expect(whyItFailed(`Error: expected 1 not to be 1\n${poll}\n    at /somewhere/test/campus.journey.ts:12:52`)).toBe(
    'Error: expected 1 not to be 1 (campus.journey.ts:12)',
  )
  expect(whyItFailed(`Error: no such file\n${poll}`)).toBe('Error: no such file')
  expect(whyItFailed(undefined)).toBe('')
})
