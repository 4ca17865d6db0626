import { createHash } from 'node:crypto'

/** Pages that wait for a bank or read the cart need their script at once; the others when somebody acts (architecture.md). */
const WAKE_AT_ONCE = /^\/(checkout|order-summary)/i

/**
 * Starts the page's script: at idle on a good line, at the first touch on a slow or data-saving one. A button pressed
 * before the page is awake is remembered and pressed again once it is. Plain, since it runs as it stands.
 */
function starter(at_once: boolean): string {
  return `(()=>{let d=document,s=0,b=null,w=()=>{if(s)return;s=1;let e=d.createElement('script');e.type='module';e.textContent=d.getElementById('wake').textContent;d.head.append(e)},c=navigator.connection,k=!1;try{k=(localStorage.getItem('cart')||'[]').length>2}catch{}for(let t of['pointerdown','keydown','focusin'])addEventListener(t,w,{once:!0,capture:!0,passive:!0});let f=e=>{let t=e.target.closest&&e.target.closest('button');if(t){w();if(t.type!='submit'||t.form&&t.form.method=='post'){e.preventDefault();e.stopImmediatePropagation();b=t;t.setAttribute('aria-busy','true')}}};addEventListener('click',f,!0);addEventListener('awake',()=>{removeEventListener('click',f,!0);if(b){b.removeAttribute('aria-busy');b.click()}},{once:!0});if(${at_once ? '1' : 'k'}||!(c&&(c.saveData||/2g|3g/.test(c.effectiveType))))${at_once ? 'w()' : "addEventListener('load',()=>(window.requestIdleCallback||setTimeout)(w,{timeout:4000}))"}})()`
}

const MODULE_SCRIPT = /<script type="module"[^>]*>([\s\S]*?)<\/script>/
const INLINE_SCRIPT = /<script(?![^>]*\bsrc=)[^>]*>([\s\S]*?)<\/script>/g
const INLINE_STYLE = /<style[^>]*>([\s\S]*?)<\/style>/g
const PRELOAD = /<link rel="modulepreload"[^>]*\/?>/g

export type PreparedDocument = { html: string; content_security_policy: string }

/**
 * Makes a rendered page ready to send: nothing of its script is fetched before it is wanted, and the
 * Content-Security-Policy names every inline script and style by its hash. `provider_hosts` may load the payment window.
 */
export function prepareDocument(rendered: string, path: string, provider_hosts: readonly string[]): PreparedDocument {
  const wake = starter(WAKE_AT_ONCE.test(path))
  const html = rendered
    .replace(PRELOAD, '')
    .replace(MODULE_SCRIPT, (_, module: string) => `<script type="text/plain" id="wake">${module}</script><script>${wake}</script>`)
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
    "base-uri 'none'",
    "form-action 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

function hash(text: string): string {
  return `'sha256-${createHash('sha256').update(text).digest('base64')}'`
}
