import { createHash } from 'node:crypto'
import { FROM_MEMORY_LOOK, UNSENT_LINE_LOOK, UNSENT_LOOK } from './notes-look.ts'
import type { PageHandle } from './page-handle.ts'
import { styleOfPage } from './style-of-page.ts'

/** Elements that the page was rendered with, recognised by a nonce that nobody outside this rendering knows. */
const ours = (nonce: string) => {
  const own = `(?=[^>]*\\snonce="${nonce}")`
  return {
    module: new RegExp(`<script${own}(?=[^>]*\\stype="module")[^>]*>([\\s\\S]*?)</script>`),
    script: new RegExp(`<script${own}(?![^>]*\\ssrc=)[^>]*>([\\s\\S]*?)</script>`, 'g'),
    style: new RegExp(`<style${own}[^>]*>([\\s\\S]*?)</style>`, 'g'),
    preload: new RegExp(`<link${own}(?=[^>]*\\srel="modulepreload")[^>]*\\shref="([^"]*)"[^>]*>`, 'g'),
  }
}

/** Where no script runs, a page looks again by itself. It is rendered in the body, and belongs into the head. */
const looking_again = /<noscript><meta http-equiv="refresh" content="\d+"\/?><\/noscript>/

/** Back offices have a sheet of their own, and with it all of ours. */
const linked_style = /<link[^>]*\srel="stylesheet"/

/** What is put into a document after it was rendered: by former-note.ts, and by the worker on a phone. */
const put_in_later = `<p class="${FROM_MEMORY_LOOK} ${UNSENT_LOOK} ${UNSENT_LINE_LOOK}">`

export type PreparedDocument = { html: string; content_security_policy: string }

/**
 * Makes a rendered page ready to send. Its script files are fetched only when they are wanted, and then all at once
 * (`wake_script`), with the rest of the style of which it carries what it shows (`styleOfPage`). The
 * Content-Security-Policy names the hash of every inline script and style that was rendered with `nonce`; an injected
 * one has no nonce and does not run. The nonce itself is removed, because a page is kept and sent to many.
 * `provider_hosts` may load the payment window, and a form may lead to their own page. `images_from` is another server
 * whose images this page shows.
 */
export function prepareDocument(
  rendered: string,
  { wake, early }: Pick<PageHandle, 'wake' | 'early'>,
  nonce: string,
  wake_script: string,
  provider_hosts: readonly string[],
  images_from = '',
): PreparedDocument {
  const { module, script, style, preload } = ours(nonce)
  const files = new Set([...rendered.matchAll(preload)].map(([, file = '']) => file))
  const cuts = !linked_style.test(rendered)
  const wakes = [
    `data-files="${[...files].join(' ')}"`,
    ...(wake === 'at_once' ? ['data-at-once'] : []),
    ...(early ? [`data-early="${early}"`] : []),
    ...(cuts ? ['data-cut'] : []),
  ].join(' ')
  const mark = ` nonce="${nonce}"`
  const [again = ''] = looking_again.exec(rendered) ?? []
  const woken = rendered
    .replace(preload, '')
    .replace(again, '')
    .replace('</head>', () => `${again}</head>`)
    // First of all: on a weak connection the document itself comes in pieces, and may be cut off behind any of them.
    .replace(/<head>(?:<meta charSet=[^>]*>)?/i, (head) => `${head}<script${mark} ${wakes}>${wake_script}</script>`)
    .replace(module, (_, text: string) => `<script${mark} type="text/plain" id="page-script">${text}</script>`)
  const styled = woken.replaceAll(style, (whole, text: string) =>
    cuts ? whole.replace(text, () => styleOfPage(text, woken + put_in_later)) : whole,
  )
  const scripts = [...woken.matchAll(script)].map((match) => hash(match[1] ?? ''))
  const styles = [...styled.matchAll(style)].map((match) => hash(match[1] ?? ''))
  const html = styled.replaceAll(mark, '')
  return { html, content_security_policy: policy(scripts, styles, provider_hosts.join(' '), images_from) }
}

function policy(
  scripts: readonly string[],
  styles: readonly string[],
  provider_hosts: string,
  images_from: string,
): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')} ${provider_hosts}`,
    `style-src 'self' ${[...new Set(styles)].join(' ')}`,
    `img-src 'self' data:${images_from && ` ${images_from}`}`,
    `connect-src 'self' ${provider_hosts}`,
    `frame-src ${provider_hosts || "'none'"}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    `form-action 'self' ${provider_hosts}`,
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
