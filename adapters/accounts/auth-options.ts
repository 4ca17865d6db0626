import { drizzleAdapter } from 'better-auth/adapters/drizzle'
import { APIError } from 'better-auth/api'
import { betterAuth } from 'better-auth/minimal'
import { twoFactor } from 'better-auth/plugins/two-factor'
import type { ActorRefusal } from '../../domain/accounts/find-actor.ts'
import { brand } from '../../domain/brand.ts'
import { passwords } from './passwords.ts'

const DAY_SECONDS = 24 * 60 * 60

type Drizzle = Parameters<typeof drizzleAdapter>

export type AuthSettings = {
  /** An open Drizzle database, and our tables by their names. */
  db: Drizzle[0]
  tables: Drizzle[1]['schema']
  /** Why nobody may be signed in to an account; null when somebody may. */
  refuse(user_id: string): Promise<ActorRefusal | null>
  public_url: string
  secret: string
  /** Told of errors, by their message: better-auth's other words hold mail addresses. */
  complain(message: string): void
}

const dates = { createdAt: 'created_at', updatedAt: 'updated_at' } as const

/**
 * better-auth on our tables. Nothing of it is mounted as a URL, and sign-up and reset are verbs of our own
 * (docs/decisions/020): it keeps passwords, sessions, cookies and second factors.
 */
export function createAuth({ db, tables, refuse, public_url, secret, complain }: AuthSettings) {
  // `__Host-` binds a cookie to this very host, and needs https; http is for development on localhost only.
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
      // Prolonged once a day while it is used, over after two weeks without a visit.
      expiresIn: 14 * DAY_SECONDS,
      updateAge: DAY_SECONDS,
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
          /** The one gate: no session begins for an account that is refused. */
          async before(session) {
            const reason = await refuse(session.userId)
            if (reason) throw new APIError('FORBIDDEN', { code: reason, message: reason })
          },
        },
      },
    },
    advanced: {
      cookiePrefix: secure ? '__Host-chowgate' : 'chowgate',
      // With `useSecureCookies` the names would begin with __Secure-, which binds less.
      useSecureCookies: false,
      defaultCookieAttributes: { secure, httpOnly: true, sameSite: 'lax', path: '/' },
      ipAddress: { disableIpTracking: true },
      // The tables leave out what only social logins fill.
      database: { generateId: 'uuid', validateSchema: false },
    },
    logger: { level: 'error', log: (_level, message) => complain(message) },
    telemetry: { enabled: false },
  })
}

export type Auth = ReturnType<typeof createAuth>
