import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { prepareDocument } from './document.ts'

const page = `<html><head><link rel="modulepreload" href="/assets/a.js"/><style>p{color:red}</style>
<script type="application/ld+json">{"@type":"Restaurant"}</script></head><body><p>menu</p>
<script>window.context = 1</script><script type="module" async="">import "/assets/entry.js"</script></body></html>`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const prepare = (path: string, html = page) => prepareDocument(html, path, ['https://pay.example'])

test('every script that runs is named by its hash, and nothing else may run', () => {
  const { html, content_security_policy } = prepare('/restaurants')
  const inline = [...html.matchAll(/<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g)].map(
    ([, text = '']) => text,
  )
  expect(inline.length).toBeGreaterThan(2)
  for (const text of inline) expect(content_security_policy).toContain(hashOf(text))
  expect(content_security_policy).toContain(`style-src 'self' ${hashOf('p{color:red}')}`)
  expect(content_security_policy).toContain("default-src 'none'")
  expect(content_security_policy).toContain("frame-ancestors 'none'")
  expect(content_security_policy).not.toContain('unsafe-')
  expect(content_security_policy).toContain('frame-src https://pay.example')
})

test('the page’s script waits until it is wanted, except where the page cannot do without', () => {
  const wakes = (path: string) => {
    const { html } = prepare(path)
    expect(html).not.toContain('modulepreload')
    expect(html).not.toContain('<script type="module"')
    expect(html).toContain('<script type="text/plain" id="page-script">import "/assets/entry.js"</script>')
    return /\)\((true|false)\)<\/script>/.exec(html)?.[1]
  }
  expect(wakes('/checkout')).toBe('true')
  expect(wakes('/Order-Summary')).toBe('true')
  expect(wakes('/restaurants')).toBe('false')
  expect(wakes('/')).toBe('false')
})
