import { data } from 'react-router'
import type { Actor } from '../../domain/accounts/actor.ts'
import { admitSignIn, rememberSuccess } from '../../domain/accounts/admit-sign-in.ts'
import { type ChangePasswordErrors, changePassword } from '../../domain/accounts/change-password.ts'
import { askConfirmation } from '../../domain/accounts/confirm-mail.ts'
import { endOtherSessions, endSession, type SessionOwner } from '../../domain/accounts/own-sessions.ts'
import { visitorOf } from '../request/visitor.ts'
import type { AppServices } from '../services.ts'
import { deviceOf } from './device-cookie.ts'
import { qrCode } from './qr-code.server.ts'
import { setting } from './require-role.ts'

export type SecurityAnswer = {
  /** Which part of the page it is about. */
  section: 'two_step' | 'password' | 'sessions' | 'mail'
  /** What is wrong, and beside which field. */
  error?: { field: 'password' | 'code'; text: string }
  errors?: ChangePasswordErrors
  set_up?: { uri: string; qr: { size: number; path: string } | null; backup_codes: readonly string[] }
  new_codes?: readonly string[]
  message?: string
}

type Owner = { actor: Actor; session_id: string }

export function isRequired({ role }: Actor, { admin_two_factor }: AppServices): boolean {
  return role === 'admin' && admin_two_factor
}

/** Does what a form of the page asks for, for whose session sent it. */
export async function changeSecurity(
  services: AppServices,
  request: Request,
  { actor, session_id }: Owner,
  form: FormData,
) {
  const text = (name: string) => String(form.get(name) ?? '')
  const intent = text('intent')
  const device = deviceOf(request, services)
  const owner = { user_id: actor.user_id, email: actor.email, session_id, device }
  if (intent === 'send_confirmation') {
    await askConfirmation(services, actor)
    return answer({ section: 'mail', message: 'Sent. Look into your mail, also into the spam folder.' })
  }
  if (intent === 'end_session') return endOne(services, owner, text('session_id'))
  if (intent === 'end_others') {
    await services.db.transaction((tx) => endOtherSessions(tx, owner))
    return answer({ section: 'sessions', message: 'Every other device is logged out.' })
  }
  if (intent === 'turn_off' && isRequired(actor, services)) {
    return twoStep({ error: { field: 'password', text: 'Admins need it, so it stays on.' } }, 403)
  }
  if (intent === 'confirm') {
    const code = text('code').replace(/\s/g, '')
    return confirm(services, request, code, text('uri'), form.getAll('backup_code'))
  }
  const done = services.enter('password', visitorOf(request), () =>
    changeWithPassword(services, request, owner, intent, text),
  )
  return (
    done ?? problem(intent, 'A lot of people are logging in right now. Please try again in a minute.', 429)
  )
}

/** A stolen session must not be a place to guess the password at. */
async function changeWithPassword(
  services: AppServices,
  request: Request,
  owner: SessionOwner & { email: string },
  intent: string,
  text: (name: string) => string,
) {
  const who = { email: owner.email, address: visitorOf(request), device: owner.device }
  const admitted = await admitSignIn(services, who)
  if (!admitted.ok) {
    const wait = `Too many attempts. Please wait ${admitted.details.seconds} seconds and try again.`
    return problem(intent, wait, 429)
  }
  if (intent === 'change_password') {
    const input = { current: text('current'), password: text('password'), confirmation: text('confirmation') }
    const changed = await changePassword({ ...services, passwords: services.auth.passwords }, owner, input)
    if (changed.ok || !changed.details.current) await rememberSuccess(services, who)
    if (!changed.ok) return answer({ section: 'password', errors: changed.details }, 422)
    const message = 'Your password is changed, and every other device is logged out.'
    return answer({ section: 'password', message })
  }
  const done = await withPassword(services, request, intent, text('password'))
  if (!done) return problem(intent, 'This is not your password.', 422)
  await rememberSuccess(services, who)
  return done
}

/** Said beside the field for the password that a form has. */
function problem(intent: string, words: string, status: number) {
  return intent === 'change_password'
    ? answer({ section: 'password', errors: { current: words } }, status)
    : twoStep({ error: { field: 'password', text: words } }, status)
}

async function endOne(services: AppServices, owner: SessionOwner, session_id: string) {
  const ended = await endSession(services, owner, session_id)
  return ended.ok
    ? answer({ section: 'sessions', message: 'That device is logged out.' })
    : answer({ section: 'sessions', message: 'That device was logged out already.' }, 404)
}

/** Null when the password is wrong. */
async function withPassword(
  { auth, ...services }: AppServices,
  request: Request,
  intent: string,
  password: string,
) {
  const { headers } = request
  switch (intent) {
    case 'begin': {
      const begun = await auth.two_factor.begin(headers, password)
      if (begun === 'wrong_password') return null
      if (begun === 'already_on') return twoStep({ message: 'It is on already.' })
      return twoStep({ set_up: { ...begun, qr: qrCode(begun.uri) } })
    }
    case 'turn_off': {
      const cookies = await auth.two_factor.turnOff(headers, password)
      return cookies && twoStep({ message: 'Two-step login is off.' }, 200, setting(cookies))
    }
    case 'renew_codes': {
      const new_codes = await auth.two_factor.renewBackupCodes(headers, password)
      if (new_codes === 'off') return twoStep({ message: 'Two-step login is off.' })
      return new_codes && twoStep({ new_codes })
    }
    default:
      services.log.warn({ intent }, 'a form of account-security asked for something unknown')
      return twoStep({ message: 'Please try again.' }, 400)
  }
}

/** `uri` and `codes` only travel along, so that the page can show them again after a mistyped code. */
async function confirm(
  { auth }: AppServices,
  request: Request,
  code: string,
  uri: string,
  codes: readonly FormDataEntryValue[],
) {
  const cookies = await auth.two_factor.confirm(request.headers, code)
  if (cookies) return twoStep({ message: 'Two-step login is on.' }, 200, setting(cookies))
  const text = 'This code is not right. A new one comes every 30 seconds.'
  const shown_again = uri.startsWith('otpauth://totp/')
    ? {
        set_up: {
          uri,
          qr: qrCode(uri),
          backup_codes: codes.slice(0, 20).map((one) => String(one).slice(0, 20)),
        },
      }
    : {}
  return twoStep({ error: { field: 'code', text }, ...shown_again }, 422)
}

function twoStep(body: Omit<SecurityAnswer, 'section'>, status = 200, headers = new Headers()) {
  return answer({ section: 'two_step', ...body }, status, headers)
}

function answer(body: SecurityAnswer, status = 200, headers = new Headers()) {
  return data(body, { status, headers })
}
