import { expect, test } from 'vitest'
import { mergeParts } from './figures-of-the-day.ts'
import { wrapped } from './markdown.ts'

test('a part that was measured takes the place of the same part from before; the others stay', () => {
  const earlier = '# Figures\n\nOn that day.\n\n## Bytes\n\n14\n\n## Orders\n\n### a day\n\n70\n'
  expect(mergeParts(earlier, '## Bytes\n\n13')).toEqual(['## Bytes\n\n13', '## Orders\n\n### a day\n\n70'])
  expect(mergeParts(earlier, '## Dispatch\n\n31')).toHaveLength(3)
  expect(mergeParts('', '## Bytes\n\n13\n')).toEqual(['## Bytes\n\n13'])
})

test('paragraphs are wrapped at 120 characters, tables are not', () => {
  const words = Array.from({ length: 60 }, (_, index) => `word${index}`)
  const lines = wrapped(`${words.join(' ')}\n| ${words.join(' | ')} |`).split('\n')
  expect(lines.slice(0, -1).join(' ')).toBe(words.join(' '))
  expect(lines.slice(0, -1).every((line) => line.length <= 120)).toBe(true)
  expect(lines.at(-1)).toHaveLength(words.join(' | ').length + 4)
})
