import type { Actor } from '../../domain/accounts/actor.ts'
import { recordAudit } from '../../domain/audit/record-audit.ts'
import { isKobo } from '../../domain/money.ts'
import { MONEY_LEAVES } from '../../domain/settings/definitions.ts'
import { readSetting } from '../../domain/settings/read-setting.ts'
import { proofOf, proveAgain } from '../account/prove-again.server.ts'
import { requireSignedIn } from '../account/require-role.ts'
import type { Sent } from '../account/screen-action.server.ts'
import { textOf } from '../request/form-texts.ts'
import type { AppServices } from '../services.ts'
import { confirmation, type Proof } from '../ui/action-answer.ts'
import type { MoneyFacts } from './goes-back.ts'

/** Money that an admin is about to send out. */
export type Leaving = {
  /** What the audit log knows it by: `payout:12`. */
  subject: string
  /** What follows, in a sentence: how much goes to whom. */
  said: string
  /** The same in full, where the form does not show it. */
  facts?: MoneyFacts
  /** Does it, and holds the total; left out where that stands on the form's own. */
  button?: string
  /** What the form sends when it is confirmed, where that is more than the amount. */
  confirms?: { name: string; value: string }
}

type Asking = { services: AppServices; sent: Sent; form: FormData; amount_kobo: number }

/**
 * Asks once more before money leaves: what goes to whom, on a button with the total. From an amount on (setting), who
 * asks says in the same form that it is them.
 */
export async function askOnceMore(asking: Asking, leaving: Leaving) {
  return asked(asking, leaving, await proofFor(asking))
}

/**
 * Null where the money may go: the amount takes no proof of who asks, or the form brought it, which is then in the
 * audit log. Otherwise the answer that asks for it. Nothing may be sent but the amount that was asked about.
 */
export async function askProof(asking: Asking, actor: Actor, leavingOf: () => Leaving | Promise<Leaving>) {
  const proof = await proofFor(asking)
  if (!proof) return null
  const { services, sent, form, amount_kobo } = asking
  const leaving = await leavingOf()
  if (textOf(form, proof) === '') return asked(asking, leaving, proof)
  const wrong = await proveAgain(services, sent.request, await requireSignedIn(sent.context, sent.request), form)
  if (wrong) return asked(asking, leaving, proof, { [proof]: wrong.said }, wrong.status)
  const { subject } = leaving
  const now = services.clock.now()
  await services.db.transaction((tx) =>
    recordAudit(tx, { actor, action: 'money_proven', subject, after: { amount_kobo, proven_by: proof }, now }),
  )
  return null
}

function asked(
  { form, amount_kobo }: Asking,
  { said, facts, button, confirms }: Leaving,
  proof: Proof | undefined,
  errors: Record<string, string> = {},
  status = 422,
) {
  const confirmed = confirms ?? { name: 'confirmed_kobo', value: amount_kobo }
  return confirmation(form, said, { ...confirmed, button, facts, proof }, errors, status)
}

async function proofFor({ services, sent, amount_kobo }: Asking) {
  // What is no amount is refused by the verb.
  if (!isKobo(amount_kobo) || amount_kobo === 0) return undefined
  const { prove_from_kobo } = await readSetting(services.db, MONEY_LEAVES)
  if (prove_from_kobo === null || amount_kobo < prove_from_kobo) return undefined
  return proofOf(await requireSignedIn(sent.context, sent.request))
}
