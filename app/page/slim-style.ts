/** What a sheet begins with: whose work it is. It stands in the part that comes with the scripts. */
export const LICENCE = /^\/\*![\s\S]*?\*\/\s*/

/**
 * A style sheet of Tailwind without what no browser needs of it: properties of its own that nothing reads or that have
 * one value everywhere, and colours that it writes a second time for browsers that know `lab()`. What it paints stays
 * the same. In: a minified sheet. Out: the shorter one.
 */
export function slimStyle(css: string): string {
  let slim = css.replace(LICENCE, '').replaceAll(/;[a-z-]+:lab\(100% [^()]*\)/g, '')
  for (let before = ''; before !== slim; ) {
    before = slim
    for (const name of new Set(slim.match(/--(?:tw|lightningcss)-[\w-]+/g))) slim = withoutProperty(slim, name)
  }
  // In a list of what changes slowly.
  slim = slim.replaceAll(/,(--tw-[\w-]+)(?=[,;}])/g, (whole, name) => (slim.includes(`${name}:`) ? whole : ''))
  // Where nothing is left between braces, nothing is said.
  for (let before = ''; before !== slim; ) {
    before = slim
    slim = slim.replaceAll(/(?<=^|[{};])[^{};]+\{\}/g, '').replaceAll(/;(?=\})/g, '')
  }
  return slim
}

/** Takes `name` out where nothing reads it, where nothing sets it, or where all that set it say the same. */
function withoutProperty(css: string, name: string): string {
  const registered = new RegExp(`@property ${name}\\{[^}]*\\}`).exec(css)?.[0] ?? ''
  const declaration = new RegExp(`(?<=[{;])${name}:([^;}]*);?`, 'g')
  const rest = css.replace(registered, () => '')
  const values = [...rest.matchAll(declaration)].map(([, value = '']) => value.trim())
  if (!new RegExp(`var\\(${name}[,)]`).test(css)) return rest.replaceAll(declaration, '')
  if (registered) values.push(/initial-value:([^;}]*)/.exec(registered)?.[1] ?? 'initial')
  const set = new Set(values.filter((value) => value !== 'initial'))
  if (set.size > 1 || (set.size === 1 && !registered.includes('initial-value'))) return css
  const [value] = set
  return withReads(rest.replaceAll(declaration, ''), name, value)
}

/** Puts a value in the place of each `var(name)`; without one, what each of them falls back to. */
function withReads(css: string, name: string, value: string | undefined): string {
  const read = `var(${name}`
  let out = css
  for (let at = out.indexOf(read); at >= 0; at = out.indexOf(read, at + 1)) {
    const after = at + read.length
    if (!',)'.includes(out[after] ?? '')) continue
    const end = endOfBrackets(out, at + 3)
    const instead = value ?? out.slice(after + 1, end - 1)
    out = out.slice(0, at) + instead + out.slice(end)
  }
  return out
}

/** The place behind the bracket that closes the one at `at`. */
function endOfBrackets(css: string, at: number): number {
  let depth = 0
  for (let i = at; i < css.length; i++) {
    if (css[i] === '(') depth++
    else if (css[i] === ')' && --depth === 0) return i + 1
  }
  return css.length
}
