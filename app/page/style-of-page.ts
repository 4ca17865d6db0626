/** A rule with its classes outside of brackets, a group such as `@media` with what is in it, or text that stays. */
type Part =
  | { text: string }
  | { head: string; parts: Part[]; layer: boolean }
  | { selectors: { text: string; classes: string[] }[]; body: string }

/** In these layers a page has only what it shows: all before them, and what stands in none, it has whole. */
const CUT_LAYERS = ['@layer components', '@layer utilities']

/** The sheet that was read last, as all pages carry the same, and what pages have of it by the classes they show. */
let read: { css: string; parts: Part[]; kept: Map<string, string> } = { css: '', parts: [], kept: new Map() }
/** Of the pages that are made for one person there are some dozen kinds. */
const MOST_KEPT = 100

/**
 * What a document needs of the style sheet before any script changes it: of Tailwind's utilities and our components
 * those whose classes stand in its HTML. In: a minified sheet, and the document. The rest comes with the scripts
 * (docs/decisions/190-style-by-page.md).
 */
export function styleOfPage(css: string, html: string): string {
  if (read.css !== css) read = { css, parts: partsOf(css), kept: new Map() }
  const { parts, kept } = read
  const classes = new Set<string>()
  for (const [, names = ''] of html.matchAll(/ class="([^"]*)"/g)) {
    for (const name of names.replaceAll(/&(?:amp|gt|lt|quot|#x27);/g, unescaped).split(/\s+/)) classes.add(name)
  }
  const shown = [...classes].join(' ')
  const style = kept.get(shown) ?? written(parts, (name) => classes.has(name), false)
  kept.delete(shown)
  kept.set(shown, style)
  const longest_unasked = kept.keys().next().value
  if (kept.size > MOST_KEPT && longest_unasked !== undefined) kept.delete(longest_unasked)
  return style
}

/**
 * The layers of which pages carry only a part, whole: the order of their rules decides which wins, so it holds those
 * again that a page has already, and stands behind them.
 */
export function restOfStyle(css: string): string {
  return partsOf(css)
    .filter((part) => 'layer' in part && part.layer)
    .map((part) => written([part], () => true, true))
    .join('')
}

const unescaped = (name: string) =>
  ({ '&amp;': '&', '&gt;': '>', '&lt;': '<', '&quot;': '"', '&#x27;': "'" })[name] ?? name

function written(parts: readonly Part[], isShown: (name: string) => boolean, cuts: boolean): string {
  let out = ''
  for (const part of parts) {
    if ('text' in part) out += part.text
    else if ('parts' in part) {
      const inner = written(part.parts, isShown, cuts || part.layer)
      if (inner) out += `${part.head}{${inner}}`
    } else {
      const shown = cuts ? part.selectors.filter(({ classes }) => classes.every(isShown)) : part.selectors
      if (shown.length > 0) out += `${shown.map(({ text }) => text).join(',')}{${part.body}}`
    }
  }
  return out
}

function partsOf(css: string): Part[] {
  const parts: Part[] = []
  let from = 0
  for (let at = 0; at < css.length; at++) {
    const next = behindToken(css, at)
    if (next > at) at = next - 1
    else if (css[at] === ';') {
      parts.push({ text: css.slice(from, at + 1) })
      from = at + 1
    } else if (css[at] === '{') {
      const end = endOfBlock(css, at)
      parts.push(partOf(css.slice(from, at), css.slice(at + 1, end)))
      at = end
      from = end + 1
    }
  }
  return from < css.length ? [...parts, { text: css.slice(from) }] : parts
}

function partOf(head: string, body: string): Part {
  if (/^@(layer|media|supports)\b/.test(head))
    return { head, parts: partsOf(body), layer: CUT_LAYERS.includes(head.trim()) }
  if (head.startsWith('@')) return { text: `${head}{${body}}` }
  const selectors = splitList(head).map((text) => ({ text, classes: classesOf(text) }))
  return { selectors, body }
}

/** The classes that an element, or one around it, must have. Those in brackets are alternatives, and do not count. */
function classesOf(selector: string): string[] {
  const [, alone = ''] = /^:(?:is|where)\((.*)\)$/.exec(selector) ?? []
  const text = alone && splitList(alone).length === 1 ? alone : selector
  const outside = withoutBrackets(text)
  return [...outside.matchAll(/\.((?:\\.|[\w-])+)/g)].map(([, name = '']) => name.replaceAll(/\\(.)/g, '$1'))
}

function withoutBrackets(text: string): string {
  let out = ''
  let depth = 0
  for (let at = 0; at < text.length; at++) {
    const next = behindToken(text, at)
    const letter = text.slice(at, Math.max(next, at + 1))
    if (letter === '(' || letter === '[') depth++
    if (depth === 0) out += letter
    if (letter === ')' || letter === ']') depth--
    at += letter.length - 1
  }
  return out
}

function splitList(text: string): string[] {
  const parts: string[] = []
  let depth = 0
  let from = 0
  for (let at = 0; at < text.length; at++) {
    const next = behindToken(text, at)
    if (next > at) at = next - 1
    else if (text[at] === '(' || text[at] === '[') depth++
    else if (text[at] === ')' || text[at] === ']') depth--
    else if (text[at] === ',' && depth === 0) {
      parts.push(text.slice(from, at))
      from = at + 1
    }
  }
  return [...parts, text.slice(from)]
}

function endOfBlock(css: string, from: number): number {
  let depth = 0
  for (let at = from; at < css.length; at++) {
    const next = behindToken(css, at)
    if (next > at) at = next - 1
    else if (css[at] === '{') depth++
    else if (css[at] === '}' && --depth === 0) return at
  }
  return css.length
}

/** Behind an escaped letter, a string or a comment that begins at `at`; `at` itself where none does. */
function behindToken(css: string, at: number): number {
  if (css[at] === '\\') return at + 2
  if (css.startsWith('/*', at)) return css.indexOf('*/', at) + 2
  if (css[at] !== '"') return at
  for (let end = at + 1; end < css.length; end++) {
    if (css[end] === '\\') end++
    else if (css[end] === '"') return end + 1
  }
  return css.length
}
