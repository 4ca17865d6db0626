import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { loginPath, safePath } from './safe-path.ts'

describe('the page to come back to', () => {
  test.each(['/vendor-dashboard', '/vendor-order?page=2', '/vendor-order/17', '/food?q=jollof%20rice', '/'])(
    'is %s as it was wanted',
    (wanted) => expect(safePath(wanted)).toBe(wanted),
  )

  test.each([
    null,
    '',
    'vendor-dashboard',
    'https://evil.example',
    'http:/evil.example',
    '//evil.example',
    '///evil.example',
    '/\\evil.example',
    '\\\\evil.example',
    '/ok\\..\\evil',
    '/\t/evil.example',
    '/\n/evil.example',
    '\t//evil.example',
    '/.//evil.example',
    '/..//evil.example',
    'javascript:alert(1)',
    'data:text/html,x',
    '/login',
    '/Login/',
    '/login?next=/x',
    '/logout',
    '/register',
    '/unauthorized',
    '/reset-password',
    '/update-password?token=x',
    `/${'a'.repeat(600)}`,
  ])('is none for %j', (wanted) => {
    expect(safePath(wanted)).toBe(null)
    expect(loginPath(wanted)).toBe('/login')
  })

  test('never lies on another site, whatever is asked for', () => {
    const pieces = fc.constantFrom(
      '/',
      '\\',
      '.',
      '..',
      '//',
      ':',
      '@',
      'evil.example',
      'x',
      '?',
      '#',
      '%2f',
      '\t',
      ' ',
    )
    fc.assert(
      fc.property(fc.array(pieces, { maxLength: 12 }), (parts) => {
        const path = safePath(parts.join(''))
        if (path === null) return
        expect(new URL(path, 'https://chowgate.example').host).toBe('chowgate.example')
        expect(safePath(path)).toBe(path)
      }),
      { numRuns: 2000 },
    )
  })

  test('travels in the address of the login', () => {
    expect(loginPath('/vendor-order?page=2&q=a b')).toBe('/login?next=%2Fvendor-order%3Fpage%3D2%26q%3Da%2520b')
  })
})
