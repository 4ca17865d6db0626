import { globSync, readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseSync } from 'vite'
import { expect, test } from 'vitest'

const folder = fileURLToPath(new URL('.', import.meta.url))

/** Words that are said so on purpose (docs/product.md), and the page for those who want to sell. */
const as_they_are = ['Vendor not found', 'Search vendors...']
const for_partners = 'pages/vendors.tsx'

const OTHER_NAME = /\b(kitchen|vendor)s?\b/i

/** What a file says in sentences: its texts of more than one word, without what is imported. */
function sentencesOf(path: string, text: string): string[] {
  const found: string[] = []
  const look = (node: unknown): void => {
    if (typeof node !== 'object' || node === null) return
    const { type, start, end, value } = node as Record<string, unknown>
    if (String(type).startsWith('Import')) return
    const is_text =
      type === 'JSXText' || type === 'TemplateElement' || (type === 'Literal' && typeof value === 'string')
    if (is_text) found.push(text.slice(Number(start), Number(end)).replace(/\s+/g, ' ').trim())
    else for (const inner of Object.values(node)) look(inner)
  }
  look(parseSync(path, text).program)
  return found.filter((said) => said.includes(' '))
}

test('customers read of restaurants, not of kitchens or vendors: one thing has one name', () => {
  const paths = globSync('**/*.{ts,tsx}', { cwd: folder }).filter(
    (path) => !path.endsWith('.test.ts') && path !== for_partners,
  )
  const others = paths.flatMap((path) =>
    sentencesOf(path, readFileSync(folder + path, 'utf8'))
      .filter((said) => OTHER_NAME.test(said) && !as_they_are.some((words) => said.includes(words)))
      .map((said) => `${path}: ${said}`),
  )
  expect(others).toEqual([])
})
