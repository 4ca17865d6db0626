import type { BetterAuthPlugin } from 'better-auth'
import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError, createAuthEndpoint, sensitiveSessionMiddleware } from 'better-auth/api'
import { setSessionCookie } from 'better-auth/cookies'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { ActorRefusal } from '../../domain/accounts/find-actor.ts'
import { brand } from '../../domain/brand.ts'
import { passwords } from './passwords.ts'
import type { SecondFactor } from './sign-in-service.ts'

const HOUR_SECONDS = 60 * 60

type Drizzle = Parameters<typeof drizzleAdapter>

export type AuthSettings = {
  /** An open Drizzle database, and our tables by their names. */
  db: Drizzle[0]
  tables: Drizzle[1]['schema']
  /** Why nobody may sign in to an account; null when it is allowed. */
  refuse(user_id: string): Promise<ActorRefusal | null>
  /** Uses up the code of a second step; false when it was used before. */
  spendCode(used: { user_id: string } & SecondFactor): Promise<boolean>
  public_url: string
  secret: string
  /** Gets errors by their message only: better-auth's other texts hold mail addresses. */
  complain(message: string): void
}

/** The code with which a session is refused when its second-step code was used before. */
export const USED_CODE = 'USED_CODE'

/** Of better-auth's own ways to a new session each asks for the password. */
const renewal = {
  id: 'renewal',
  endpoints: {
    /** Begins another session for whoever is logged in, and ends the present one. Answers its id. */
    renewSession: createAuthEndpoint(
      '/renew-session',
      { method: 'POST', use: [sensitiveSessionMiddleware] },
      async (ctx) => {
        const { session, user } = ctx.context.session
        const { internalAdapter } = ctx.context
        // Since when somebody is logged in stays.
        const begun = await internalAdapter.createSession(user.id, false, { createdAt: session.createdAt }, true)
        await internalAdapter.deleteSession(session.token)
        await setSessionCookie(ctx, { session: begun, user })
        return ctx.json({ begun_id: begun.id })
      },
    ),
  },
} satisfies BetterAuthPlugin

/** The paths at which better-auth takes the codes of a second step. */
const code_kinds: Readonly<Record<string, SecondFactor['kind']>> = {
  '/two-factor/verify-totp': 'code',
  '/two-factor/verify-backup-code': 'backup_code',
}

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * better-auth on our tables. None of its URLs is mounted, and sign-up and reset are verbs of our own
 * (docs/decisions/020): it handles passwords, sessions, cookies and second factors.
 */
export function createAuth({ db, tables, refuse, spendCode, public_url, secret, complain }: AuthSettings) {
  // `__Host-` binds a cookie to exactly this host, and needs https; http is for development on localhost only.
  const secure = public_url.startsWith('https:')
  return betterAuth({
    appName: brand.name,
    baseURL: public_url,
    secret,
    database: drizzleAdapter(db, { provider: 'pg', schema: tables, transaction: true }),
    user: { modelName: 'users', fields: { ...dates, emailVerified: 'email_verified' } },
    session: {
      modelName: 'sessions',
      fields: {
        ...dates,
        userId: 'user_id',
        expiresAt: 'expires_at',
        ipAddress: 'ip_address',
        userAgent: 'user_agent',
      },
      // Renewed once an hour while in use, so that its owner sees when that was; over after two weeks without a visit.
      expiresIn: 14 * 24 * HOUR_SECONDS,
      updateAge: HOUR_SECONDS,
    },
    account: {
      modelName: 'credentials',
      fields: { ...dates, userId: 'user_id', providerId: 'provider_id', accountId: 'account_id' },
    },
    verification: { modelName: 'verifications', fields: { ...dates, expiresAt: 'expires_at' } },
    emailAndPassword: {
      enabled: true,
      disableSignUp: true,
      password: {
        hash: passwords.hash,
        verify: ({ password, hash }) => passwords.verify(password, hash),
      },
    },
    plugins: [
      renewal,
      twoFactor({
        issuer: brand.name,
        schema: {
          user: { fields: { twoFactorEnabled: 'two_factor_enabled' } },
          twoFactor: {
            modelName: 'two_factors',
            fields: {
              userId: 'user_id',
              backupCodes: 'backup_codes',
              failedVerificationCount: 'failed_verification_count',
              lockedUntil: 'locked_until',
            },
          },
        },
      }),
    ],
    databaseHooks: {
      session: {
        create: {
          /**
           * Every new session passes here: none begins for an account that is refused, nor with a code that was used
           * before. (better-auth itself accepts an app's code several times, and a backup code several times at once.)
           */
          async before(session, context) {
            const reason = await refuse(session.userId)
            if (reason) throw new APIError('FORBIDDEN', { code: reason, message: reason })
            const kind = code_kinds[context?.path ?? '']
            if (kind && !(await spendCode({ user_id: session.userId, kind, code: context?.body.code }))) {
              throw new APIError('UNAUTHORIZED', { code: USED_CODE, message: USED_CODE })
            }
          },
        },
      },
    },
    advanced: {
      cookiePrefix: secure ? '__Host-chowgate' : 'chowgate',
      // With `useSecureCookies` the names would begin with __Secure-, which is less strict.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // The tables lack columns that only social logins use.
      database: { generateId: 'uuid', validateSchema: false },
    },
    logger: { level: 'error', log: (_level, message) => complain(message) },
    telemetry: { enabled: false },
  })
}

export type Auth = ReturnType<typeof createAuth>
