import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/** Fewer digits occur in nearly every number. */
const FEWEST_DIGITS = 3
/** Beside letters: fewer belong to a name, as in "Kitchen 247". */
const FEWEST_BESIDE_LETTERS = 7

/** Calling or texting these costs extra; nobody takes a delivery with one. */
const costly: ReadonlySet<string> = new Set(['PREMIUM_RATE', 'SHARED_COST', 'UAN'])

/**
 * A phone number as people type it ("0803 123 4567", "+234…", "8031234567") to E.164; null for an impossible number,
 * and for one that costs more than a call. Numbers without a country are Nigerian (docs/product.md#checkout).
 */
export function parsePhone(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, '')
  const international = /^234\d{10}$/.test(digits) ? `+${digits}` : digits.replace(/^2340/, '+234')
  const number = parsePhoneNumberFromString(international, 'NG')
  if (!number?.isValid() || costly.has(number.getType() ?? '')) return null
  return number.number
}

/** E.164 as Nigerians write it: +2348031234567 → "0803 123 4567". Other countries' numbers keep their code. */
export function formatPhone(e164: string): string {
  const local = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return local ? `0${local[1]} ${local[2]} ${local[3]}` : e164
}

/**
 * The digits to search for a phone number or a part of one, however it is written: "0803 123" and "+234 (0) 803-123"
 * give 803123. Empty if there are too few, and for a mail address.
 */
export function phoneDigits(text: string): string {
  const digits = (parsePhone(text) ?? text).replace(/\D/g, '').replace(/^(234)?0?/, '')
  const fewest = /\p{L}/u.test(text) ? FEWEST_BESIDE_LETTERS : FEWEST_DIGITS
  return digits.length < fewest || text.includes('@') ? '' : digits
}
