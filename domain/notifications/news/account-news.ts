import { and, count, eq, gt, like, or } from 'drizzle-orm'
import type { Tx } from '../../../db/handle.ts'
import { isMailProven } from '../../accounts/confirm-mail.ts'
import { phoneOfLogin } from '../../accounts/phone-login.ts'
import { kitchen_staff, users } from '../../accounts/tables.ts'
import { worksNow } from '../../accounts/works-now.ts'
import { DAY_MS, HOUR_MS } from '../../clock.ts'
import type { EventOf, Reaction } from '../../events.ts'
import { UNPROVEN } from '../outbox/message-caps.ts'
import { queueMessages } from '../outbox/queue-message.ts'
import { messages } from '../tables.ts'
import {
  invitationMail,
  linkMail,
  linkSms,
  newDeviceMail,
  onboardedSms,
  passwordChangedMail,
  pinsMistypedMail,
  secondStepEndedMail,
  staffAskedMail,
  staffInvitationMail,
  staffInvitationSms,
} from '../words/account-templates.ts'
import type { Mail } from '../words/mail-frame.ts'

/** Sends the link to the address, or the number, it was asked for, and keeps it while it works at most. */
export const mailLink: Reaction<'mail_link_asked'> = async (tx, { link, token }, now, { public_url }) => {
  const { purpose, email, expires_at } = link
  const phone = phoneOfLogin(email)
  const dedupe_key = `${purpose}:${link.id}${phone === null ? await unprovenOf(tx, email) : ''}`
  const queued = { dedupe_key, expires_at }
  const message =
    phone === null
      ? ({ channel: 'mail', to: email, ...queued, ...linkMail(purpose, public_url, token) } as const)
      : ({ channel: 'sms', to: phone, ...queued, text: linkSms(purpose, public_url, token) } as const)
  await queueMessages(tx, [message], now)
}

/** Mails an invitation to become an admin, with the same expiry as its link. */
export const mailInvitation: Reaction<'admin_invited'> = async (tx, { link, invited, token }, now, { public_url }) => {
  await queueInvitation(tx, link, invitationMail(invited, passwordUrl(public_url, token)), now)
}

/** Mails an invitation to work in a kitchen, with the same expiry as its link. */
export const mailStaffInvitation: Reaction<'staff_invited'> = async (
  tx,
  { link, invited, token },
  now,
  { public_url },
) => {
  await queueInvitation(tx, link, staffInvitationMail(invited, passwordUrl(public_url, token)), now)
}

/** Texts an invitation to work in a kitchen, with the same expiry as its link. */
export const textStaffInvitation: Reaction<'staff_texted'> = async (
  tx,
  { link, invited, token },
  now,
  { public_url },
) => {
  const { id, phone, expires_at } = link
  const text = staffInvitationSms({ ...invited, until: expires_at }, `${public_url}/join/${token}`)
  await queueMessages(tx, [{ channel: 'sms', dedupe_key: `invitation:${id}`, to: phone, expires_at, text }], now)
}

/** Texts the owner of a kitchen that was taken in where to choose a password, with the same expiry as its link. */
export const textOnboardedKitchen: Reaction<'kitchen_onboarded'> = async (
  tx,
  { link, kitchen, token },
  now,
  { public_url },
) => {
  const { id, phone, expires_at } = link
  const text = onboardedSms({ kitchen, until: expires_at }, passwordUrl(public_url, token))
  await queueMessages(tx, [{ channel: 'sms', dedupe_key: `invitation:${id}`, to: phone, expires_at, text }], now)
}

/** Asks somebody who has an account to work in another kitchen too. */
export const mailStaffAsked: Reaction<'staff_asked'> = async (tx, { person, asks }, now, { public_url }) => {
  const { user_id, vendor_id, email } = person
  const dedupe_key = `staff_asked:${vendor_id}:${user_id}:${now.getTime()}`
  const mail = staffAskedMail(asks, `${public_url}/vendor-kitchens`)
  await queueMessages(tx, [{ channel: 'mail', dedupe_key, to: email, expires_at: asks.until, ...mail }], now)
}

const passwordUrl = (public_url: string, token: string) => `${public_url}/update-password?token=${token}`

async function queueInvitation(
  tx: Tx,
  { id, email, expires_at }: EventOf<'admin_invited'>['link'],
  mail: Mail,
  now: Date,
) {
  await queueMessages(tx, [{ channel: 'mail', dedupe_key: `invitation:${id}`, to: email, expires_at, ...mail }], now)
}

/** Tells the owner that the password was changed, in case somebody else did it. */
export const mailPasswordChanged: Reaction<'password_changed'> = async (tx, { change }, now, { public_url }) => {
  const mail = passwordChangedMail(`${public_url}/reset-password`)
  await queueNotice(tx, { kind: 'password_changed', id: change.id, to: change.email, ...mail }, now)
}

/** Tells the owner that the second step of the login was taken away, in case they did not ask for it. */
export const mailSecondStepEnded: Reaction<'second_step_ended'> = async (tx, { change }, now, { public_url }) => {
  const mail = secondStepEndedMail(`${public_url}/reset-password`)
  await queueNotice(tx, { kind: 'second_step_ended', id: change.id, to: change.email, ...mail }, now)
}

/** Tells the owner that a new browser logged in. */
export const mailNewDevice: Reaction<'new_device_used'> = async (tx, { login, device, at }, now, { public_url }) => {
  const mail = newDeviceMail(device, at, `${public_url}/account-security`)
  await queueNotice(tx, { kind: 'new_device', id: login.id, to: login.email, ...mail }, now)
}

/** Whoever has a password can cause a notice as often as they like; so many of a kind in an hour say enough. */
const NOTICES_AN_HOUR = 5

type Notice = Mail & { kind: 'password_changed' | 'second_step_ended' | 'new_device'; id: string; to: string }

/** Queues what an owner is told for safety. Over the cap of unconfirmed addresses it expires: nobody need decide. */
async function queueNotice(tx: Tx, { kind, id, to, ...mail }: Notice, now: Date): Promise<void> {
  const an_hour_ago = new Date(now.getTime() - HOUR_MS)
  const of_kind = and(eq(messages.recipient, to), like(messages.dedupe_key, `${kind}:%`))
  const [told] = await tx
    .select({ times: count() })
    .from(messages)
    .where(and(of_kind, gt(messages.created_at, an_hour_ago)))
  if ((told?.times ?? 0) >= NOTICES_AN_HOUR) return
  const mark = await unprovenOf(tx, to)
  const expires = mark === '' ? {} : { expires_at: new Date(now.getTime() + DAY_MS) }
  await queueMessages(tx, [{ channel: 'mail', dedupe_key: `${kind}:${id}${mark}`, to, ...expires, ...mail }], now)
}

/** The end of the key of a mail to an address that nobody has confirmed; empty for others. */
const unprovenOf = async (tx: Tx, email: string) => ((await isMailProven(tx, email)) ? '' : UNPROVEN)

/** Tells the owners of a kitchen that somebody guesses, or forgot, a PIN of its tablet. */
export const mailPinsMistyped: Reaction<'pins_mistyped'> = async (
  tx,
  { vendor_id, who, until },
  now,
  { public_url },
) => {
  const of_kitchen = and(eq(kitchen_staff.user_id, users.id), eq(kitchen_staff.vendor_id, vendor_id))
  const owns_it = and(eq(kitchen_staff.role, 'owner'), worksNow())
  const owners = await tx
    .select({ user_id: users.id, email: users.email })
    .from(users)
    .leftJoin(kitchen_staff, of_kitchen)
    .where(or(eq(users.id, vendor_id), owns_it))
    .orderBy(users.id)
  const mail = pinsMistypedMail(who, until, `${public_url}/vendor-staff`)
  const dedupeKey = (user_id: string) => `pins_mistyped:${vendor_id}:${user_id}:${now.getTime()}`
  await queueMessages(
    tx,
    owners.map(({ user_id, email: to }) => ({ channel: 'mail', dedupe_key: dedupeKey(user_id), to, ...mail })),
    now,
  )
}
