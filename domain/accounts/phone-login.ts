import { formatPhone, parsePhone } from '../phone.ts'
import { NOWHERE } from './forms.ts'

const BY_PHONE = `@phone${NOWHERE}`

/** What stands in place of a mail address for somebody who has none and logs in with a phone number, in E.164. */
export const phoneLogin = (phone: string): string => phone.slice(1) + BY_PHONE

/** A Nigerian phone number, as people type it, in E.164; null for anything else. */
export function nigerianPhone(typed: string): string | null {
  const phone = typed.includes('@') ? null : parsePhone(typed)
  return phone?.startsWith('+234') ? phone : null
}

/** What somebody typed to log in: a mail address as it stands, and a phone number as what stands in its place. */
export function loginOf(typed: string): string {
  const phone = nigerianPhone(typed)
  return phone === null ? typed : phoneLogin(phone)
}

/** The phone number, in E.164, of who logs in with one; null for who has a mail address. */
export const phoneOfLogin = (email: string): string | null =>
  email.endsWith(BY_PHONE) ? `+${email.slice(0, -BY_PHONE.length)}` : null

/** With what somebody logs in, as people write it. */
export function loginWords(email: string): string {
  const phone = phoneOfLogin(email)
  return phone === null ? email : formatPhone(phone)
}
