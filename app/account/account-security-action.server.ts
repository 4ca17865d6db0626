import { data } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { changePassword } from '../../domain/accounts/change-password.ts'
import { askConfirmation } from '../../domain/accounts/confirm-mail.ts'
import { endOtherSessions, endSession, renewSession, type SessionOwner } from '../../domain/accounts/own-sessions.ts'
import { ringsWithSession } from '../../domain/notifications/outbox/subscribe-push.ts'
import { textOf } from '../request/form-texts.ts'
import type { AppServices } from '../services.ts'
import { type ActionAnswer, done, refusal, refused, wrongFields } from '../ui/forms/action-answer.ts'
import { deviceOf } from './device-cookie.ts'
import { trySecret } from './prove-again.server.ts'
import { qrCode } from './qr-code.server.ts'
import { setting } from './require-role.ts'

/**
 * The answer to the page. While two-step login is set up, it also holds what the authenticator app and the user need.
 */
export type SecurityAnswer = ActionAnswer & {
  set_up?: { uri: string; qr: { size: number; path: string } | null; backup_codes: readonly string[] }
  new_codes?: readonly string[]
}

type Owner = { actor: Actor; session_id: string }

export function isRequired({ role }: Actor, { admin_two_factor }: AppServices): boolean {
  return role === 'admin' && admin_two_factor
}

/** Does what a form of the page asks for, on the account whose session sent it. */
export async function changeSecurity(
  services: AppServices,
  request: Request,
  { actor, session_id }: Owner,
  form: FormData,
) {
  const intent = textOf(form, 'intent')
  const device = deviceOf(request, services)
  const owner = { user_id: actor.user_id, email: actor.email, session_id, device }
  if (intent === 'send_confirmation') {
    await askConfirmation(services, actor)
    return done(form, 'Sent. Check your mail, and the spam folder too.')
  }
  if (intent === 'end_session') return endOne(services, owner, form)
  if (intent === 'end_others') {
    await services.db.transaction((tx) => endOtherSessions(tx, owner))
    return underAnotherSession(services, request, owner, form, 'Every other device is logged out.')
  }
  if (intent === 'turn_off' && isRequired(actor, services)) {
    return refusal(form, 403, 'Admins need it, so it stays on.', 'password')
  }
  if (intent === 'confirm') return confirm(services, request, actor, form)
  const tried = await trySecret(services, request, actor.email, 'password', () =>
    changeWithPassword(services, request, owner, form),
  )
  if (!tried.ok) return problem(form, 429, tried.said)
  return tried.answer
}

async function changeWithPassword(
  services: AppServices,
  request: Request,
  owner: SessionOwner & { email: string },
  form: FormData,
) {
  if (textOf(form, 'intent') !== 'change_password') {
    const answer = await withPassword(services, request, form)
    return { right: answer !== null, answer: answer ?? problem(form, 422, 'This is not your password.') }
  }
  const input = {
    current: textOf(form, 'current'),
    password: textOf(form, 'password'),
    confirmation: textOf(form, 'confirmation'),
  }
  const changed = await changePassword({ ...services, passwords: services.auth.passwords }, owner, input)
  if (!changed.ok) return { right: !changed.details.current, answer: wrongFields(form, changed.details) }
  const said = 'Your password is changed, and every other device is logged out.'
  return { right: true, answer: await underAnotherSession(services, request, owner, form, said) }
}

/** Whoever has a copy of this browser's cookie is another device, too. */
async function underAnotherSession(
  { auth, db }: AppServices,
  request: Request,
  owner: SessionOwner,
  form: FormData,
  said: string,
) {
  const rang = await ringsWithSession(db, owner.session_id)
  const begun = await renewSession(db, owner, () => auth.renew(request.headers))
  const answer = done(form, rang ? `${said} ${RINGS_NO_MORE}` : said)
  return begun ? data(answer, { headers: setting(begun.cookies) }) : answer
}

const RINGS_NO_MORE = 'This one rings no more while its page is closed: please switch that on again.'

/** Shown beside the form's password field. */
function problem(form: FormData, status: number, words: string) {
  return refusal(form, status, words, form.has('current') ? 'current' : 'password')
}

async function endOne(services: AppServices, owner: SessionOwner, form: FormData) {
  const ended = await endSession(services, owner, textOf(form, 'session_id'))
  return ended.ok
    ? done(form, 'That device is logged out.')
    : data(done(form, 'That device was logged out already.'), 404)
}

/** Null when the password is wrong. */
async function withPassword({ auth, log }: AppServices, { headers }: Request, form: FormData) {
  const intent = textOf(form, 'intent')
  const password = textOf(form, 'password')
  switch (intent) {
    case 'begin': {
      const begun = await auth.two_factor.begin(headers, password)
      if (begun === 'wrong_password') return null
      if (begun === 'already_on') return done(form, 'It is on already.')
      return { ...done(form, ''), set_up: { ...begun, qr: qrCode(begun.uri) } }
    }
    case 'turn_off': {
      const cookies = await auth.two_factor.turnOff(headers, password)
      return cookies && data(done(form, 'Two-step login is off.'), { headers: setting(cookies) })
    }
    case 'renew_codes': {
      const new_codes = await auth.two_factor.renewBackupCodes(headers, password)
      if (new_codes === 'off') return done(form, 'Two-step login is off.')
      return new_codes && { ...done(form, ''), new_codes }
    }
    default:
      log.warn({ intent }, 'a form of account-security asked for something unknown')
      return refusal(form, 400, 'Please try again.')
  }
}

/**
 * The form carries the app's address and the codes only so that the page still has them after a mistyped code. Codes
 * are tried as seldom as passwords, since they prove who moves money: better-auth counts none of a session's.
 */
async function confirm(services: AppServices, request: Request, { email }: Actor, form: FormData) {
  const tried = await trySecret(services, request, email, 'code', async () => {
    const cookies = await services.auth.two_factor.confirm(request.headers, textOf(form, 'code').replace(/\s/g, ''))
    return { right: cookies !== null, answer: cookies }
  })
  if (tried.ok && tried.answer) return data(done(form, 'Two-step login is on.'), { headers: setting(tried.answer) })
  const said = tried.ok ? 'This code is not right. A new one comes every 30 seconds.' : tried.said
  const status = tried.ok ? 422 : 429
  const wrong = refused(form, '', { code: said })
  const uri = textOf(form, 'uri')
  if (!uri.startsWith('otpauth://totp/')) return data(wrong, status)
  const codes = form.getAll('backup_code').slice(0, 20)
  const backup_codes = codes.map((one) => String(one).slice(0, 20))
  return data({ ...wrong, set_up: { uri, qr: qrCode(uri), backup_codes } }, status)
}
