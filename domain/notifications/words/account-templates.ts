import type { LinkPurpose } from '../../accounts/tables.ts'
import { type AdminRole, admin_roles } from '../../admin-roles.ts'
import { brand } from '../../brand.ts'
import { formatCampusDateTime } from '../../clock.ts'
import { type KitchenRole, kitchen_roles } from '../../kitchen-roles.ts'
import { type Mail, mailOf } from './mail-frame.ts'
import { cutName, type SmsWords, smsWords } from './message-words.ts'

/** What is sent about an account itself: its links, its password, and who logged in. */

/** Each kind of link: where it leads, and the words around it. */
const link_mails: Readonly<
  Record<LinkPurpose, { path: string; label: string; subject: string; before: string; after: string; text: string }>
> = {
  new_password: {
    path: '/update-password',
    label: 'Choose a new password',
    subject: `Choose a new ${brand.name} password`,
    before: `Somebody, hopefully you, asked for a new password at ${brand.name}. Choose it here within an hour.`,
    after: 'If it was not you, do nothing: your password stays as it is.',
    text: 'a new password, within an hour',
  },
  confirm_mail: {
    path: '/confirm-email',
    label: 'Confirm your email',
    subject: `Confirm your email for ${brand.name}`,
    before:
      'Please confirm that this mailbox is yours. Your bank account can be added after that. The link works ' +
      'for a day.',
    after: `If you have no account at ${brand.name}, do nothing: somebody mistyped an address.`,
    text: 'confirm',
  },
  sign_in: {
    path: '/login',
    label: 'Log in',
    subject: `Somebody is guessing your ${brand.name} password`,
    before:
      'So many wrong passwords were tried for your account that we hold up every browser that never logged ' +
      'in to it. With this link you log in all the same, within half an hour.',
    after: 'You still need your password. A long one that you use nowhere else cannot be guessed.',
    text: 'log in here while somebody guesses',
  },
}

/** To the address for which a link was asked. `public_url` is the address of the pages. */
export function linkMail(purpose: LinkPurpose, public_url: string, token: string): Mail {
  const { path, label, subject, before, after } = link_mails[purpose]
  return mailOf(subject, null, [before, { label, go_to: `${public_url}${path}?token=${token}` }, after])
}

/** The same by text message, to whoever logs in with a phone number. */
export function linkSms(purpose: LinkPurpose, public_url: string, token: string): SmsWords {
  const { path, text } = link_mails[purpose]
  return smsWords('account_link', { what: text, link: `${public_url}${path}?token=${token}` })
}

/** To somebody whom an owner made an admin; `password_url` is where a password is chosen. */
export function invitationMail(
  { name, admin_role, by }: { name: string; admin_role: AdminRole; by: string },
  password_url: string,
): Mail {
  const role = admin_roles[admin_role]
  return mailOf(`You are invited to run ${brand.name}`, null, [
    `${name}, ${by} made you an admin of ${brand.name}: ${role.name}. That is: ${role.about}.`,
    'Choose a password to begin. The link works once, and for a day.',
    { label: 'Choose a password', go_to: password_url },
    'If you do not know what this is about, do nothing: without a password nobody can log in.',
  ])
}

/** To somebody whom a kitchen invited to work there; `password_url` is where a password is chosen. */
export function staffInvitationMail(
  { name, role, by, kitchen }: { name: string; role: KitchenRole; by: string; kitchen: string },
  password_url: string,
): Mail {
  const { name: role_name, about } = kitchen_roles[role]
  return mailOf(`You are invited to work at ${kitchen}`, null, [
    `${name}, ${by} invites you to work at ${kitchen} on ${brand.name}: ${role_name}. That is: ${about}.`,
    'Choose a password to begin. The link works once, and for a day; after that ask for a new password at the login.',
    { label: 'Choose a password', go_to: password_url },
    'If you do not know what this is about, do nothing: without a password nobody can log in.',
  ])
}

/** The same by text message; `join_url` is where they say yes or no. */
export function staffInvitationSms(
  { name, role, kitchen, until }: { name: string; role: KitchenRole; kitchen: string; until: Date },
  join_url: string,
): SmsWords {
  return smsWords('staff_invited', {
    kitchen: cutName(kitchen),
    name: cutName(name),
    role: kitchen_roles[role].name,
    until: formatCampusDateTime(until),
    link: join_url,
  })
}

/** To the owner of a kitchen that an admin took in; `password_url` is where a password is chosen. */
export function onboardedSms({ kitchen, until }: { kitchen: string; until: Date }, password_url: string): SmsWords {
  return smsWords('kitchen_onboarded', {
    kitchen: cutName(kitchen),
    until: formatCampusDateTime(until),
    link: password_url,
  })
}

/** To somebody with an account, whom a further kitchen wants; `kitchens_url` is where they agree or not. */
export function staffAskedMail(
  { role, by, kitchen, until }: { role: KitchenRole; by: string; kitchen: string; until: Date },
  kitchens_url: string,
): Mail {
  const { name: role_name, about } = kitchen_roles[role]
  return mailOf(`${kitchen} invites you to work there too`, null, [
    `${by} invites you to work at ${kitchen} on ${brand.name}: ${role_name}. That is: ${about}.`,
    `You keep your login and the kitchens that you work in. Say yes or no by ${formatCampusDateTime(until)}.`,
    { label: 'See the invitation', go_to: kitchens_url },
    'If you do not know what this is about, do nothing: nothing changes for you.',
  ])
}

/** To the owner of an account whose password was changed; `reset_url` is where to undo that. */
export function passwordChangedMail(reset_url: string): Mail {
  return mailOf(`Your ${brand.name} password was changed`, null, [
    `Your ${brand.name} password was changed just now, and every other device was logged out. Log in with the new one.`,
    'If it was not you, take your account back at once.',
    { label: 'Take the account back', go_to: reset_url },
  ])
}

/** To the owner of an account whose second step of the login was taken away, because they lost their phone. */
export function secondStepEndedMail(reset_url: string): Mail {
  return mailOf(`Your ${brand.name} login has no second step now`, null, [
    'The codes of your authenticator app and your backup codes let nobody in any more, as you asked us, and every ' +
      'device was logged out. Log in with your password, and set the second step up anew on your new phone.',
    'If you did not ask for it, or your phone was stolen, choose a new password at once.',
    { label: 'Choose a new password', go_to: reset_url },
  ])
}

/** To the owner of an account that a new browser logged in to; `security_url` is where to end that session. */
export function newDeviceMail(device: string, at: Date, security_url: string): Mail {
  return mailOf(`New login to your ${brand.name} account`, null, [
    `Somebody logged in on ${formatCampusDateTime(at)}. ${device}: your account was not used there before.`,
    'If it was you, all is well. If not, log that device out and change your password.',
    { label: 'See your devices', go_to: security_url },
  ])
}

/** To the owners of a kitchen in which too many wrong PINs were typed, for one person or for several. */
export function pinsMistypedMail(who: string | null, until: Date, staff_url: string): Mail {
  const what =
    who === null
      ? 'Many wrong PINs in a row were typed at your kitchen’s tablet. It takes none'
      : `Too many wrong PINs were typed for ${who} at your kitchen’s tablet. Theirs is not taken`
  return mailOf('Wrong PINs at your kitchen’s tablet', null, [
    `${what} until ${formatCampusDateTime(until)}.`,
    'Please ask in the kitchen who it was. Whoever forgot theirs gets a new one from you, which works at once.',
    { label: 'See who has a PIN', go_to: staff_url },
  ])
}
