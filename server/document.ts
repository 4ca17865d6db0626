import { createHash } from 'node:crypto'
import { wakePage } from './wake-page.ts'

/** Pages that wait for a bank, read the cart or watch a kitchen need their script at once; the others when somebody acts (architecture.md). */
const WAKE_AT_ONCE =
  /^\/(checkout|order-summary|track\/|orders$|vendor-|food|account|request-payout|rider[-/]|admin\/)/i

const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
const PRELOAD = /<link rel="modulepreload"[^>]*\/?>/g

export type PreparedDocument = { html: string; content_security_policy: string }

/**
 * Makes a rendered page ready to send: nothing of its script is fetched before it is wanted, and the
 * Content-Security-Policy names every inline script and style by its hash. `provider_hosts` may load the payment window.
 */
export function prepareDocument(
  rendered: string,
  path: string,
  provider_hosts: readonly string[],
): PreparedDocument {
  const wake = `(${wakePage})(${WAKE_AT_ONCE.test(path)})`.replace(/[ \t]+/g, ' ')
  const html = rendered
    .replace(PRELOAD, '')
    .replace(
      MODULE_SCRIPT,
      (_, module: string) =>
        `<script type="text/plain" id="page-script">${module}</script><script>${wake}</script>`,
    )
  const scripts = [...html.matchAll(INLINE_SCRIPT)].map((match) => hash(match[1] ?? ''))
  const styles = [...html.matchAll(INLINE_STYLE)].map((match) => hash(match[1] ?? ''))
  return { html, content_security_policy: policy(scripts, styles, provider_hosts.join(' ')) }
}

function policy(scripts: readonly string[], styles: readonly string[], provider_hosts: string): string {
  return [
    "default-src 'none'",
    `script-src 'self' ${[...new Set(scripts)].join(' ')} ${provider_hosts}`,
    `style-src 'self' ${[...new Set(styles)].join(' ')}`,
    "img-src 'self' data:",
    `connect-src 'self' ${provider_hosts}`,
    `frame-src ${provider_hosts || "'none'"}`,
    "manifest-src 'self'",
    "worker-src 'self'",
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
