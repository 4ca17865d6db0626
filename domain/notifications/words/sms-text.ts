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

/** Two parts of a long message in the GSM alphabet (docs/providers.md#sms-parts-and-alphabet): the most we pay for. */
const LONGEST = 306

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
  return plain.length <= LONGEST ? plain : `${plain.slice(0, LONGEST - 3)}...`
}
