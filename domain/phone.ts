import { parsePhoneNumberFromString } from 'libphonenumber-js/max'

/**
 * A phone number as people type it ("0803 123 4567", "+234…", "8031234567") to E.164; null when no such number can
 * exist. Numbers without a country are Nigerian (reading-the-spec: the spec's own rule gives the same result for its cases).
 */
export function parsePhone(text: string): string | null {
  const digits = text.replace(/[^\d+]/g, '')
  const international = /^234\d{10}$/.test(digits) ? `+${digits}` : digits.replace(/^2340/, '+234')
  const number = parsePhoneNumberFromString(international, 'NG')
  return number?.isValid() ? number.number : null
}

/** E.164 as Nigerians write it: +2348031234567 → "0803 123 4567". Other countries' numbers keep their code. */
export function formatPhone(e164: string): string {
  const local = /^\+234(\d{3})(\d{3})(\d{4})$/.exec(e164)
  return local ? `0${local[1]} ${local[2]} ${local[3]}` : e164
}
