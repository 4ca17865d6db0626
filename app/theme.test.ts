import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const css = readFileSync(join(import.meta.dirname, 'theme.css'), 'utf8')
const dark_at = css.indexOf('@media (prefers-color-scheme: dark)')
const tokensOf = (text: string) =>
  new Map([...text.matchAll(/--color-([\w-]+):\s*(#[\da-f]{6});/g)].map(([, name = '', hex = '']) => [name, hex]))
const light = tokensOf(css.slice(0, dark_at))
const themes = { light, dark: new Map([...light, ...tokensOf(css.slice(dark_at))]) }

/** WCAG 2.2: relative luminance, and the contrast of two colours. */
function luminance(hex: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5].map((at) => {
    const part = Number.parseInt(hex.slice(at, at + 2), 16) / 255
    return part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4
  })
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

function contrast(left: string, right: string): number {
  const [dark = 0, bright = 0] = [luminance(left), luminance(right)].sort((a, b) => a - b)
  return (bright + 0.05) / (dark + 0.05)
}

test('contrast is counted as WCAG does', () => {
  expect(contrast('#000000', '#ffffff')).toBeCloseTo(21)
  expect(contrast('#767676', '#ffffff')).toBeCloseTo(4.54, 2)
})

test.each(['light', 'dark'] as const)('%s: what is drawn is seen, and what is written is read', (name) => {
  const colour = (token: string) => themes[name].get(token) ?? `no token ${token}`
  const least = (token: string, grounds: readonly string[]) =>
    Math.min(...grounds.map((ground) => contrast(colour(token), colour(ground))))
  const grounds = ['page', 'surface', 'sunken']
  for (const drawn of ['edge', 'good', 'bad']) expect(least(drawn, grounds), drawn).toBeGreaterThanOrEqual(3)
  // The focus ring has two colours: one of them stands out on every background.
  for (const ground of [...grounds, 'brand', 'brand-strong', 'jollof', 'warn-soft']) {
    const seen = Math.max(least('focus', [ground]), least('focus-gap', [ground]))
    expect(seen, `focus on ${ground}`).toBeGreaterThanOrEqual(3)
  }
  for (const written of ['ink', 'ink-soft', 'link']) {
    expect(least(written, grounds), written).toBeGreaterThanOrEqual(4.5)
  }
  for (const kind of ['good', 'warn', 'bad']) {
    expect(contrast(colour(kind), colour(`${kind}-soft`)), kind).toBeGreaterThanOrEqual(4.5)
  }
})

test('every box to type or choose in has the border that is seen', () => {
  const boxes = globSync('**/*.tsx', { cwd: import.meta.dirname }).flatMap((path) => {
    const text = readFileSync(join(import.meta.dirname, path), 'utf8')
    return [...text.matchAll(/<(?:input|select|textarea)\b(?:[^<>]|=>)*?\/?>/g)].map(([box]) => `${path}: ${box}`)
  })
  expect(boxes.length).toBeGreaterThan(20)
  expect(boxes.filter((box) => box.includes('border-line'))).toEqual([])
})
