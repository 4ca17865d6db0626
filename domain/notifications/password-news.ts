import type { Tx } from '../../db/open.ts'
import type { DomainEvent } from '../events.ts'
import { queueMessages } from './queue-message.ts'
import { passwordChangedMail, passwordResetMail } from './templates.ts'

type PasswordChanged = Extract<DomainEvent, { kind: 'password_changed' }>
type PasswordResetAsked = Extract<DomainEvent, { kind: 'password_reset_asked' }>

/** The link that sets a new password, to the address that asked for it. */
export async function mailPasswordReset(
  tx: Tx,
  public_url: string,
  { reset, token }: PasswordResetAsked,
  now: Date,
): Promise<void> {
  const mail = passwordResetMail(`${public_url}/update-password?token=${token}`)
  const dedupe_key = `password_reset:${reset.id}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: reset.email, ...mail }], now)
}

/** Tells whose password was changed, so that one who did not do it learns of it. */
export async function mailPasswordChanged(
  tx: Tx,
  public_url: string,
  { reset }: PasswordChanged,
  now: Date,
): Promise<void> {
  const mail = passwordChangedMail(`${public_url}/reset-password`)
  const dedupe_key = `password_changed:${reset.id}`
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: reset.email, ...mail }], now)
}
