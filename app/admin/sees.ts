import { type Acting, may } from '../../domain/admin-roles.ts'

/** What of an order this admin's role sees elsewhere too: where money goes, how people are reached, who they are. */
export type Sees = { money: boolean; contacts: boolean; customers: boolean }

/** The books are for who sees them; numbers and addresses for who talks to customers, or takes lists of them along. */
export function seesOf(actor: Pick<Acting, 'role' | 'admin_role'>): Sees {
  const customers = may(actor, 'help_customers')
  return { money: may(actor, 'see_money'), contacts: customers || may(actor, 'export'), customers }
}
