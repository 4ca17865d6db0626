import type { Actor } from '../../accounts/actor.ts'
import { may } from '../../admin-roles.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import { customerSubject, maskedContact, type Pseudonyms } from '../../checkout/track/customer-orders.ts'
import type { Deps } from '../../events.ts'
import { parsePhone } from '../../phone.ts'
import { type Accepted, accepted, type Refused, refused } from '../../refusal.ts'
import { setQuiet } from './quiet-numbers.ts'

/**
 * An admin notes that a customer called and wants quiet, or every text message again (decision 050); with an audit
 * entry if something changed. Refused for everybody else, and for an invalid phone number.
 */
export async function decideQuiet(
  deps: Deps & Pseudonyms,
  actor: Actor,
  { phone: text, quiet }: { phone: string; quiet: boolean },
): Promise<Accepted<undefined> | Refused<'not_found', undefined>> {
  const phone = parsePhone(text)
  if (!may(actor, 'help_customers') || phone === null) return refused('not_found')
  const now = deps.clock.now()
  return deps.db.transaction(async (tx) => {
    if (!(await setQuiet(tx, { phone, quiet, by: 'admin', now }))) return accepted(undefined)
    await recordAudit(tx, {
      actor,
      action: quiet ? 'customer_quieted' : 'customer_unquieted',
      subject: customerSubject(deps, phone),
      after: { contact: maskedContact(phone), quiet },
      now,
    })
    return accepted(undefined)
  })
}
