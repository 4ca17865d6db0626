import fc from 'fast-check'
import { expect, test } from 'vitest'
import { smsText } from './sms-text.ts'

/** GSM 03.38: characters of one septet. Those of two are never sent (docs/providers.md#sms-parts-and-alphabet). */
const one_septet =
  '@£$¥èéùìòÇ\nØø\rÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ !"#¤%&\'()*+,-./0123456789:;<=>?' +
  '¡ABCDEFGHIJKLMNOPQRSTUVWXYZÄÖÑÜ§¿abcdefghijklmnopqrstuvwxyzäöñüà'

/** How many septets a text takes; throws for one that would make the whole message UCS-2. */
function septets(text: string): number {
  const foreign = [...text].find((character) => !one_septet.includes(character))
  if (foreign) throw new Error(`${JSON.stringify(foreign)} is not in the GSM alphabet`)
  return text.length
}

test.each([
  ['₦1,500 received', 'NGN 1,500 received'],
  ['Ẹ̀fọ́ Rírò àti Ọ̀gẹ̀dẹ̀', 'Efo Riro ati Ogede'],
  ['Ṣọlá Adébáyọ̀', 'Sola Adebayo'],
  ['“Mama’s” – best…', '"Mama\'s" - best...'],
  ['2 × jollof 🍛', '2 x jollof '],
  ['`ready`', "'ready'"],
  ['[1] €5 {a|b} ~c', '(1) EUR 5 (a/b) -c'],
  ['line one\nline two', 'line one\nline two'],
  ['Ada @ Room_12 (Jadesola Hall) #3', 'Ada @ Room_12 (Jadesola Hall) #3'],
])('%j is sent as %j', (text, sent) => {
  expect(smsText(text)).toBe(sent)
})

test('a text that is too long for two parts ends in dots', () => {
  const sent = smsText('rice '.repeat(100))
  expect(sent).toMatch(/^rice .*\.\.\.$/)
  expect(septets(sent)).toBeLessThanOrEqual(306)
  expect(smsText('r'.repeat(306))).toBe('r'.repeat(306))
})

test('whatever a customer types leaves in the GSM alphabet and in two parts', () => {
  const anything = fc.string({ unit: 'grapheme', maxLength: 500 })
  const brackets = fc.string({ unit: fc.constantFrom('[', ']', '€', 'a'), minLength: 200, maxLength: 400 })
  fc.assert(
    fc.property(fc.oneof(anything, brackets), (text) => {
      expect(septets(smsText(text))).toBeLessThanOrEqual(306)
    }),
  )
})
