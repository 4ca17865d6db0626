import { createHmac } from 'node:crypto'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimited } from '../app/services.ts'
import type { Db } from '../db/handle.ts'
import { rate_limits } from '../domain/accounts/tables.ts'

/**
 * Counts attempts in windows of a minute, for all processes on one database together (docs/decisions/083). Whoever has
 * come to the limit is held in memory until the minute is over, and the database is not asked. While that is away, each
 * process counts for itself. `unblock` lets everybody in memory go, for a clock that went back.
 */
export function createRateLimit(db: Db, secret: string) {
  const perMinute = (points: number) => {
    const limit = { points, duration: 60, keyPrefix: '' }
    return new RateLimiterDrizzle({
      ...limit,
      storeClient: db,
      schema: rate_limits,
      // domain/retention.ts does it.
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
  }
  /**
   * Attempts per address, or mail address where the name says so. A campus shares one address, so these are what a full
   * lecture hall may do; they stop a machine, not a crowd.
   */
  const limiters: Readonly<Record<RateLimited, RateLimiterDrizzle>> = {
    checkout: perMinute(300),
    payment_attempt: perMinute(1200),
    // Counted by checkout, and once for all: what is beyond is settled by webhook and by poll.
    payment_question: perMinute(20),
    payment_question_in_all: perMinute(12_000),
    address_lookup: perMinute(120),
    // Counted by account, not by address: each is one owner at one form.
    account_lookup: perMinute(20),
    picture_upload: perMinute(60),
    // A phone sends what it keeps every 15 seconds, from a page and from its worker, up to fifty steps in one.
    rider_steps: perMinute(60),
    // Each costs a tenth of a second of one core, so these also keep the machine alive; guessing one account's password
    // is held up by domain/accounts/admit-sign-in.ts long before.
    sign_in: perMinute(240),
    sign_up: perMinute(120),
    sign_up_mail: perMinute(10),
    password_reset: perMinute(120),
  }
  return {
    async allow(action: RateLimited, visitor: string): Promise<boolean> {
      const mark = createHmac('sha256', secret).update(`rate limit ${visitor}`).digest('base64url')
      try {
        await limiters[action].consume(`${action} ${mark}`)
        return true
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false
        throw refused
      }
    },
    unblock() {
      for (const limiter of Object.values(limiters)) limiter.deleteInMemoryBlockedAll()
    },
  }
}
