import { eq, type SQL, sql } from 'drizzle-orm'
import { parsePhone } from '../phone.ts'
import { orders } from './tables.ts'

/** A phone number as people type it, or a mail address, in the form that orders store; null when it is neither. */
export function readContact(text: string): string | null {
  const contact = text.trim()
  return /^\S+@\S+$/.test(contact) ? contact.toLowerCase() : parsePhone(contact)
}

/** Matches the orders with this phone number or mail address; `contact` as `readContact` answers it. */
export function matchesContact(contact: string): SQL {
  return contact.includes('@') ? sql`lower(${orders.user_email}) = ${contact}` : eq(orders.customer_phone, contact)
}
