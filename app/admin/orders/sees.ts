import { type Acting, may } from '../../../domain/admin-roles.ts'

/** What of an order this admin's role sees elsewhere too: where money goes, and how people are reached. */
export type Sees = { money: boolean; contacts: boolean }

/** The books are for who sees them; numbers and addresses for who talks to customers, or takes lists of them along. */
export function seesOf(actor: Pick<Acting, 'role' | 'admin_role'>): Sees {
  return { money: may(actor, 'see_money'), contacts: may(actor, 'help_customers') || may(actor, 'export') }
}
