import { createHash } from 'node:crypto'
import { expect, test } from 'vitest'
import { prepareDocument } from './document.ts'

const NONCE = 'f00d'
const page = `<html><head><link rel="modulepreload" nonce="f00d" href="/assets/a.js"/>
<style nonce="f00d">p{color:red}</style>
<script type="application/ld+json">{"@type":"Restaurant"}</script></head><body><p>menu</p>
<script nonce="f00d">window.context = 1</script>
<script nonce="f00d" type="module" async="">import "/assets/entry.js"</script></body></html>`

const hashOf = (text: string) => `'sha256-${createHash('sha256').update(text).digest('base64')}'`
const prepare = (wake?: 'at_once', html = page) =>
  prepareDocument(html, { ...(wake && { wake }) }, NONCE, 'wake()', ['https://pay.example'])

test('every script that we wrote is named by its hash, and nothing else may run', () => {
  const { html, content_security_policy } = prepare()
  for (const text of ['window.context = 1', 'wake()']) {
    expect(html).toContain(`>${text}</script>`)
    expect(content_security_policy).toContain(hashOf(text))
  }
  expect(html).not.toContain('nonce')
  expect(content_security_policy).toContain(`style-src 'self' ${hashOf('p{color:red}')}`)
  expect(content_security_policy).toContain("default-src 'none'")
  expect(content_security_policy).toContain("frame-ancestors 'none'")
  expect(content_security_policy).not.toContain('unsafe-')
  expect(content_security_policy).toContain('frame-src https://pay.example')
})

test('images come from us, and from the one other server that a page names', () => {
  const imagesOf = (policy: string) => policy.split('; ').find((part) => part.startsWith('img-src'))
  expect(imagesOf(prepare().content_security_policy)).toBe("img-src 'self' data:")
  const { content_security_policy } = prepareDocument(page, {}, NONCE, 'wake()', [], 'https://tiles.example.org')
  expect(imagesOf(content_security_policy)).toBe("img-src 'self' data: https://tiles.example.org")
})

test('what was injected into the page does not run', () => {
  const injected = page.replace(
    '<p>menu</p>',
    '<script>steal()</script><script nonce="">steal()</script><script type="module">steal()</script>' +
      '<style>p{color:blue}</style><link rel="modulepreload" href="/steal.js"/>',
  )
  const { html, content_security_policy } = prepare(undefined, injected)
  expect(content_security_policy).toBe(prepare().content_security_policy)
  expect(html).toContain('<script data-files="/assets/a.js" data-cut>')
  expect(html).toContain('id="page-script">import "/assets/entry.js"')
})

test('a page has the style that it shows and its hash; one with a sheet of its own has all of ours', () => {
  const style = '@layer utilities{.menu{top:0}.bg-plantain{top:1px}.other{top:2px}}'
  const shown = '@layer utilities{.menu{top:0}.bg-plantain{top:1px}}'
  const html = page.replace('p{color:red}', style).replace('<p>', '<p class="menu">')
  const cut = prepare(undefined, html)
  expect(cut.html).toContain(`<style>${shown}</style>`)
  expect(cut.html).toContain('data-cut')
  expect(cut.content_security_policy).toContain(`style-src 'self' ${hashOf(shown)};`)
  const own = prepare(undefined, html.replace('</head>', '<link rel="stylesheet" href="/assets/own.css"/></head>'))
  expect(own.html).toContain(`<style>${style}</style>`)
  expect(own.html).not.toContain('data-cut')
  expect(own.content_security_policy).toContain(`style-src 'self' ${hashOf(style)};`)
})

test('the page’s script waits until it is wanted, except where the page cannot do without', () => {
  const holds = (wake: 'at_once' | undefined, at_once: string) => {
    const { html } = prepare(wake)
    expect(html).not.toContain('modulepreload')
    expect(html).toContain('<script type="text/plain" id="page-script">import "/assets/entry.js"</script></body>')
    expect(html).toContain(`<head><script data-files="/assets/a.js"${at_once} data-cut>wake()</script>`)
  }
  holds('at_once', ' data-at-once')
  holds(undefined, '')
})
