import { expect, test } from 'vitest'
import { mergeParts } from './figures-of-the-day.ts'

test('a part that was measured takes the place of the same part from before; the others stay', () => {
  const earlier = '# Figures\n\nOn that day.\n\n## Bytes\n\n14\n\n## Orders\n\n### a day\n\n70\n'
  expect(mergeParts(earlier, '## Bytes\n\n13')).toEqual(['## Bytes\n\n13', '## Orders\n\n### a day\n\n70'])
  expect(mergeParts(earlier, '## Dispatch\n\n31')).toHaveLength(3)
  expect(mergeParts('', '## Bytes\n\n13\n')).toEqual(['## Bytes\n\n13'])
})
