import { type Acting, may, readsContacts } from '../../domain/admin-roles.ts'

/** What of an order this admin's role sees elsewhere too: where money goes, how people are reached, who they are. */
export type Sees = { money: boolean; contacts: boolean; customers: boolean }

/** The books are for who sees them; numbers and addresses for who reads them at all. */
export function seesOf(actor: Pick<Acting, 'role' | 'admin_role'>): Sees {
  return {
    money: may(actor, 'see_money'),
    contacts: readsContacts(actor),
    customers: may(actor, 'help_customers'),
  }
}
