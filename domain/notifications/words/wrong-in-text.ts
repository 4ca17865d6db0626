import { sampleOf, type TemplateKey, templateOf } from '../forms.ts'
import { lostCharacters, ONE_PART, PLACEHOLDER } from './sms-text.ts'

const braced = (names: readonly string[]) => names.map((name) => `{${name}}`).join(', ')

/** What is wrong with an admin's text for a message, in words; null if nothing. */
export function wrongInText(key: TemplateKey, text: string): string | null {
  const { samples, required } = templateOf(key)
  if (text.trim() === '') return 'Please write what it says.'
  if (/[{}]/.test(text.replace(PLACEHOLDER, ''))) {
    return `A brace stands alone. Placeholders look like ${braced(required.slice(0, 1))}.`
  }
  const used = [...text.matchAll(PLACEHOLDER)].map(([, name]) => name ?? '')
  const unknown = used.filter((name) => !Object.hasOwn(samples, name))
  if (unknown.length > 0) {
    return `This message knows no ${braced(unknown)}. There are: ${braced(Object.keys(samples))}.`
  }
  const missing = required.filter((name) => !used.includes(name))
  if (missing.length > 0) return `Without ${braced(missing)} the message helps nobody. Please put it in.`
  const lost = lostCharacters(text)
  if (lost.length > 0) return `A text message cannot carry ${lost.slice(0, 3).join(' ')}`
  const { length } = sampleOf(key, text)
  if (length > ONE_PART) return `Too long: ${length} characters on a typical day, and ${ONE_PART} fit.`
  return null
}
