import type { Actor } from '../../domain/accounts/actor.ts'
import type { AuditAction } from '../../domain/audit/actions.ts'
import { recordAudit } from '../../domain/audit/record-audit.ts'
import { isKobo } from '../../domain/money.ts'
import { MONEY_LEAVES } from '../../domain/settings/money-leaves.ts'
import { readSetting } from '../../domain/settings/read-setting.ts'
import { proofOf, proveAgain } from '../account/prove-again.server.ts'
import { requireSignedIn } from '../account/require-role.ts'
import type { Sent } from '../account/screen-action.server.ts'
import { textOf } from '../request/form-texts.ts'
import type { AppServices } from '../services.ts'
import { type Confirmation, confirmation, type Proof } from '../ui/forms/action-answer.ts'
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

type Sender = { services: AppServices; sent: Sent; form: FormData }
type Asking = Sender & {
  amount_kobo: number
  /** What admins gave back of the same payment before, which counts too: an amount is not split to need no proof. */
  lately_kobo?: number
}

/**
 * Asks once more before money leaves: what goes to whom, on a button with the total. From an amount on (setting), who
 * asks says in the same form that it is them.
 */
export async function askOnceMore(asking: Asking, leaving: Leaving) {
  return asked(asking.form, leaving, { ...confirmed(asking), proof: await proofFor(asking) })
}

/**
 * Null where the money may go: the amount takes no proof of who asks, or the form brought it, which is then in the
 * audit log. Otherwise the answer that asks for it. Nothing may be sent but the amount that was asked about.
 */
export async function askProof(asking: Asking, actor: Actor, leavingOf: () => Leaving | Promise<Leaving>) {
  const proof = await proofFor(asking)
  if (!proof) return null
  const { amount_kobo } = asking
  const written = { action: 'money_proven', after: { amount_kobo } } as const
  return prove(asking, actor, await leavingOf(), { ...confirmed(asking), proof }, written)
}

/**
 * Asks always who it is, before something that opens a way to money: a rule about it, who may send it, or the account
 * that it goes to. Null where the form brought the proof, which is then in the audit log.
 */
export async function askWho(sender: Sender, actor: Actor, opening: Pick<Leaving, 'subject' | 'said'>) {
  const proof = proofOf(await requireSignedIn(sender.sent.context, sender.sent.request))
  const confirm = { name: 'asked_who', value: 'yes', proof }
  return prove(sender, actor, opening, confirm, { action: 'identity_proven', after: {} })
}

type Asked = Confirmation & { proof: Proof }
type Written = { action: AuditAction; after: Record<string, number> }

async function prove({ services, sent, form }: Sender, actor: Actor, about: Leaving, confirm: Asked, written: Written) {
  const { proof } = confirm
  if (textOf(form, proof) === '') return asked(form, about, confirm)
  const wrong = await proveAgain(services, sent.request, await requireSignedIn(sent.context, sent.request), form)
  if (wrong) return asked(form, about, confirm, { [proof]: wrong.said }, wrong.status)
  const { action, after } = written
  const proven = { actor, action, subject: about.subject, after: { ...after, proven_by: proof } }
  await services.db.transaction((tx) => recordAudit(tx, { ...proven, now: services.clock.now() }))
  return null
}

function asked(
  form: FormData,
  { said, facts, button, confirms }: Leaving,
  confirm: Confirmation,
  errors?: Record<string, string>,
  status?: number,
) {
  return confirmation(form, said, { ...confirm, ...confirms, button, facts }, errors, status)
}

const confirmed = ({ amount_kobo }: Asking) => ({ name: 'confirmed_kobo', value: amount_kobo })

async function proofFor({ services, sent, amount_kobo, lately_kobo = 0 }: Asking) {
  // What is no amount is refused by the verb.
  if (!isKobo(amount_kobo) || amount_kobo === 0) return undefined
  const { prove_from_kobo } = await readSetting(services.db, MONEY_LEAVES)
  if (prove_from_kobo === null || amount_kobo + lately_kobo < prove_from_kobo) return undefined
  return proofOf(await requireSignedIn(sent.context, sent.request))
}
