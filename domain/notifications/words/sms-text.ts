/** Everything but the characters of one septet; those of two are replaced. */
const NOT_GSM = /[^\n\r A-Za-z0-9@£$¥èéùìòÇØøÅåΔ_ΦΓΛΩΠΨΣΘΞÆæßÉ!"#¤%&'()*+,\-./:;<=>?¡ÄÖÑÜ§¿äöñüà]/g

const spelled: Readonly<Record<string, string>> = {
  '₦': 'NGN ',
  '‘': "'",
  '’': "'",
  '“': '"',
  '”': '"',
  '–': '-',
  '—': '-',
  '…': '...',
  '×': 'x',
  '`': "'",
  '€': 'EUR ',
  '[': '(',
  ']': ')',
  '{': '(',
  '}': ')',
  '|': '/',
  '\\': '/',
  '~': '-',
}

/** The septets of the GSM alphabet that fit one part of a text message (docs/providers.md#sms-parts-and-alphabet). */
export const ONE_PART = 160
/** Those of a long one in two parts: the most we pay for. */
export const TWO_PARTS = 306

/** A text in the GSM alphabet: letters lose tone marks and underdots, typographic signs become plain ones. */
export function plainSms(text: string): string {
  return [...text]
    .map((character) => spelled[character] ?? character)
    .join('')
    .normalize('NFD')
    .replace(/\p{Mark}/gu, '')
    .replace(NOT_GSM, '')
}

/** The characters of a text that the GSM alphabet cannot replace, each once. */
export function lostCharacters(text: string): string[] {
  const characters = [...text.normalize('NFC')].filter((character) => !/\p{Mark}/u.test(character))
  return [...new Set(characters.filter((character) => plainSms(character) === ''))]
}

/**
 * A text that fits the GSM alphabet and two parts; the rest is cut with dots. One ₦ would more than halve what fits.
 */
export function smsText(text: string): string {
  const plain = plainSms(text)
  return plain.length <= TWO_PARTS ? plain : `${plain.slice(0, TWO_PARTS - 3)}...`
}

/** A placeholder's value: words, or a function that makes words for the septets that are left. */
export type Filling = string | ((room: number) => string)

/** What an admin's text may hold in braces. */
export const PLACEHOLDER = /\{([^{}]*)\}/g

/**
 * Fills the placeholders of a text, in the GSM alphabet; functions get what is left of `longest`. Braces within values
 * are not filled again.
 */
export function fillText(text: string, values: Readonly<Record<string, Filling>>, longest = ONE_PART): string {
  const filled = (fill: (elastic: (room: number) => string) => string) =>
    plainSms(
      text.replace(PLACEHOLDER, (_, name: string) => {
        const value = values[name] ?? ''
        return typeof value === 'string' ? value : fill(value)
      }),
    )
      .replace(/\s+/g, ' ')
      .trim()
  const left = longest - filled(() => 'x').length + 1
  const times = [...text.matchAll(PLACEHOLDER)].filter(([, name]) => typeof values[name ?? ''] === 'function')
  const room = Math.floor(left / Math.max(1, times.length))
  return filled((elastic) => plainSms(elastic(room)))
}
