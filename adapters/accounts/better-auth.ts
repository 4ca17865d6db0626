import { isAPIError } from 'better-auth/api'
import type { ActorRefusal } from '../../domain/accounts/find-actor.ts'
import { type Auth, type AuthSettings, createAuth, USED_CODE } from './auth-options.ts'
import { passwords } from './passwords.ts'
import type { Cookies, SecondFactor, SecondFactorOutcome, SignInOutcome, SignInService } from './sign-in-service.ts'

/** Sign-in by better-auth 1.7. Refusals are answers; anything unexpected is thrown. */
export function betterAuthSignIn(settings: AuthSettings): SignInService {
  const auth = createAuth(settings)
  return {
    session: (headers) => readSession(auth, headers),
    signIn: (headers, form) => signIn(auth, headers, form),
    confirmSignIn: (headers, factor) => confirmSignIn(auth, headers, factor),
    async renew(headers) {
      const done = await orRefused(auth.api.renewSession({ headers, returnHeaders: true }))
      if ('code' in done) return orThrow(done, { UNAUTHORIZED: null })
      return { ...done.response, cookies: cookiesOf(done.headers) }
    },
    async signOut(headers) {
      const done = await auth.api.signOut({ headers, returnHeaders: true })
      return cookiesOf(done.headers)
    },
    passwords,
    two_factor: twoFactorOf(auth, settings.spendCode),
  }
}

async function readSession(auth: Auth, headers: Headers) {
  const found = await auth.api.getSession({ headers, returnHeaders: true })
  if (!found.response) return null
  const { user, session } = found.response
  return { user_id: user.id, session_id: session.id, cookies: cookiesOf(found.headers) }
}

async function signIn(auth: Auth, headers: Headers, form: { email: string; password: string }): Promise<SignInOutcome> {
  const tried = await orRefused(auth.api.signInEmail({ body: form, headers, returnHeaders: true }))
  if ('code' in tried) {
    if (isActorRefusal(tried.code)) return { outcome: 'not_allowed', reason: tried.code }
    if (tried.code === 'INVALID_EMAIL_OR_PASSWORD') return { outcome: 'wrong_password' }
    throw tried.error
  }
  const cookies = cookiesOf(tried.headers)
  // With a second factor better-auth answers another shape than its types say.
  const answer: { user?: { id: string } } = tried.response
  return answer.user
    ? { outcome: 'signed_in', user_id: answer.user.id, cookies }
    : { outcome: 'second_factor', cookies }
}

async function confirmSignIn(auth: Auth, headers: Headers, { kind, code }: SecondFactor): Promise<SecondFactorOutcome> {
  const call = { body: { code }, headers: await withoutSession(auth, headers), returnHeaders: true } as const
  const tried = await orRefused(kind === 'code' ? auth.api.verifyTOTP(call) : auth.api.verifyBackupCode(call))
  if (!('code' in tried)) {
    return { outcome: 'signed_in', user_id: tried.response.user.id, cookies: cookiesOf(tried.headers) }
  }
  if (isActorRefusal(tried.code)) return { outcome: 'not_allowed', reason: tried.code }
  switch (tried.code) {
    case 'INVALID_CODE':
    case 'INVALID_BACKUP_CODE':
      return { outcome: 'wrong_code' }
    // The password is valid for one code only, so it is asked for again; also if two browsers changed the list at once.
    case USED_CODE:
    case 'CONFLICT':
    case 'INVALID_TWO_FACTOR_COOKIE':
    case 'TOO_MANY_ATTEMPTS_REQUEST_NEW_CODE':
    case 'TOTP_NOT_ENABLED':
    case 'BACKUP_CODES_NOT_ENABLED':
      return { outcome: 'start_again', cookies: cookiesOf(new Headers(tried.error.headers)) }
    case 'ACCOUNT_TEMPORARILY_LOCKED':
      return { outcome: 'locked' }
    default:
      throw tried.error
  }
}

/**
 * Beside a session better-auth takes a code for its account, not for who gave the password, and counts no wrong ones:
 * whoever stole a session could find a code that moves money.
 */
async function withoutSession(auth: Auth, headers: Headers): Promise<Headers> {
  const { name } = (await auth.$context).authCookies.sessionToken
  const cookies = (headers.get('cookie') ?? '').split(/;\s*/)
  const others = new Headers(headers)
  others.set('cookie', cookies.filter((cookie) => !cookie.startsWith(`${name}=`)).join('; '))
  return others
}

function twoFactorOf({ api }: Auth, spendCode: AuthSettings['spendCode']): SignInService['two_factor'] {
  return {
    async begin(headers, password) {
      const begun = await orRefused(api.enableTwoFactor({ body: { password, method: 'totp' }, headers }))
      if ('code' in begun)
        return orThrow(begun, { INVALID_PASSWORD: 'wrong_password', TOTP_ALREADY_ENABLED: 'already_on' })
      if (begun.method !== 'totp') throw new Error('better-auth answered another method than was asked for')
      return { uri: begun.totpURI, backup_codes: begun.backupCodes }
    },
    async confirm(headers, code) {
      const confirmed = await orRefused(api.verifyTOTP({ body: { code }, headers, returnHeaders: true }))
      if ('code' in confirmed)
        return orThrow(confirmed, { INVALID_CODE: null, [USED_CODE]: null, TOTP_NOT_ENABLED: null })
      const cookies = cookiesOf(confirmed.headers)
      // It was on already, so the session stays the same one.
      if (cookies.length === 0) return cookies
      await api.revokeOtherSessions({ headers: new Headers({ cookie: asSentBack(cookies) }) })
      return cookies
    },
    async check(headers, user_id, code) {
      const checked = await orRefused(api.verifyTOTP({ body: { code }, headers }))
      if ('code' in checked) return orThrow(checked, { INVALID_CODE: false, TOTP_NOT_ENABLED: false })
      return checked.user.id === user_id && spendCode({ user_id, kind: 'code', code })
    },
    async turnOff(headers, password) {
      const done = await orRefused(api.disableTwoFactor({ body: { password }, headers, returnHeaders: true }))
      return 'code' in done ? orThrow(done, { INVALID_PASSWORD: null }) : cookiesOf(done.headers)
    },
    async renewBackupCodes(headers, password) {
      const renewed = await orRefused(api.generateBackupCodes({ body: { password }, headers }))
      return 'code' in renewed
        ? orThrow(renewed, { INVALID_PASSWORD: null, TWO_FACTOR_NOT_ENABLED: 'off' as const })
        : renewed.backupCodes
    },
  }
}

type ApiRefusal = { code: string; error: Error & { headers?: HeadersInit } }

/** What better-auth answers, or the code of its refusal. Throws everything else. */
async function orRefused<Answer>(call: Promise<Answer>): Promise<Answer | ApiRefusal> {
  try {
    return await call
  } catch (error) {
    // If there is no code, the status names the reason: CONFLICT.
    if (isAPIError(error)) return { code: String(error.body?.code ?? error.status), error }
    throw error
  }
}

function orThrow<Meaning>({ code, error }: ApiRefusal, meanings: Readonly<Record<string, Meaning>>): Meaning {
  const meaning = meanings[code]
  if (meaning === undefined) throw error
  return meaning
}

const refusals: readonly string[] = [
  'not_found',
  'no_role',
  'unrecognized_role',
  'suspended',
  'no_kitchen',
] satisfies ActorRefusal[]

function isActorRefusal(code: string): code is ActorRefusal {
  return refusals.includes(code)
}

function cookiesOf(headers: Headers): Cookies {
  return headers.getSetCookie()
}

/** The Cookie header that a browser sends after these were set. */
function asSentBack(cookies: Cookies): string {
  return cookies.map((cookie) => cookie.split(';')[0]).join('; ')
}
