import { eq } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { type Actor, moverOf } from '../../accounts/actor.ts'
import { createAccount } from '../../accounts/create-account.ts'
import { newInvitationLink } from '../../accounts/invitation-link.ts'
import { phoneLogin } from '../../accounts/phone-login.ts'
import { newToken } from '../../accounts/secrets.ts'
import { recordAudit } from '../../audit/record-audit.ts'
import type { Announce } from '../../events.ts'
import { recordDeed } from '../kitchen-history.ts'
import { keepDraft } from '../registration/keep-draft.ts'
import { vendors } from '../tables.ts'
import type { KitchenFacts } from './plan-kitchens.ts'

/** Of a token that is texted, as for the staff of a kitchen. */
const TOKEN_BYTES = 16
/** The bank account: all that its owner has to say is asked for there. */
const BANK_STEP = 2
const LAST_STEP = 3

/**
 * Makes a kitchen that an admin takes in, in the caller's commit: its owner's account, which logs in with the phone
 * number, its profile but for the bank account, and the text message that brings the link to choose a password. It
 * waits as Pending, like one that registered. Answers its id, or null where the number has a login by now.
 */
export async function makeKitchen(
  tx: Tx,
  announce: Announce,
  made: { actor: Actor; facts: KitchenFacts; password_hash: string; now: Date },
): Promise<string | null> {
  const { actor, facts, password_hash, now } = made
  const { name, phone } = facts
  const email = phoneLogin(phone)
  // Nobody logs in before the link was used, and whoever has the link has the phone.
  const account = { email, name, role: 'vendor', password_hash, email_verified: true } as const
  const user_id = await createAccount(tx, announce, account, now)
  if (!user_id) return null
  await tx
    .update(vendors)
    .set({ ...facts, delivery_time: '20-35 minutes' })
    .where(eq(vendors.user_id, user_id))
  await keepDraft(tx, user_id, { step: BANK_STEP, fields: {}, names: [], last_step: LAST_STEP, now })
  await recordDeed(tx, user_id, moverOf(actor), { did: 'taken_in', about: name }, now)
  const subject = `vendor:${user_id}`
  await recordAudit(tx, { actor, action: 'kitchen_onboarded', subject, after: { name }, now })
  const token = newToken(TOKEN_BYTES)
  const { id, expires_at } = await newInvitationLink(tx, { user_id, email }, now, token)
  await announce(tx, { kind: 'kitchen_onboarded', link: { id, phone, expires_at }, kitchen: name, token }, now)
  return user_id
}
