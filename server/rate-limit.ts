import { createHmac } from 'node:crypto'
import { sql } from 'drizzle-orm'
import { RateLimiterDrizzle, RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible'
import type { RateLimited } from '../app/services.ts'
import type { Db } from '../db/handle.ts'
import { type Given, kept } from '../db/kept-statement.ts'
import { rate_limits } from '../domain/accounts/tables.ts'

/**
 * Counts attempts in windows of a minute, for all processes on one database together (docs/decisions/083). A visitor
 * over the limit is blocked in memory until the minute is over, without asking the database. If the database is away,
 * each process counts for itself.
 * `unblock` frees everybody in memory, for a clock that went back.
 */
export function createRateLimit(db: Db, secret: string) {
  const perMinute = (points: number) => {
    const limit = { points, duration: 60, keyPrefix: '' }
    return new CountedInDatabase(db, {
      ...limit,
      storeClient: db,
      schema: rate_limits,
      // domain/retention/forget-old.ts deletes them.
      clearExpiredByTimeout: false,
      inMemoryBlockOnConsumed: points,
      insuranceLimiter: new RateLimiterMemory(limit),
    })
  }
  // Asked so often that a row for each would be a statement for each: by this process, and forgotten with the minute.
  const perMinuteHere = (points: number) => new RateLimiterMemory({ points, duration: 60 })
  /**
   * Attempts per address unless something else is said. A campus shares one address, so these are what a full lecture
   * hall may do; they stop a machine, not a crowd. What somebody knows a key to is counted by that key, so that no
   * stranger behind the same address uses it up.
   */
  const limiters = {
    // Complete forms only: each may be stored, and held for whom it is.
    checkout: perMinute(300),
    group_start: perMinute(300),
    // Counted by group order: joining it, every change of it (some taps for each dish), and ordering.
    group_order: perMinute(600),
    cart_offers: perMinuteHere(1200),
    // Promo codes that do not exist: beyond that none is looked at, so that no machine finds one by trying.
    unknown_code: perMinute(30),
    // Links of friends whose code is nobody's; apart from those that are typed, so that links spend none of these.
    friend_link: perMinute(30),
    // Counted by the link of the checkout, or by the one for who pays for another.
    payment_attempt: perMinuteHere(60),
    // Counted by checkout: what a tracking page asks for.
    order_link: perMinute(60),
    // Counted by push, whose number only its device knows.
    push_shown: perMinuteHere(20),
    // Counted per checkout, and in all: beyond that, webhook and poll settle payments.
    payment_question: perMinute(20),
    payment_question_in_all: perMinute(12_000),
    // What the map itself is asked, of the 54 questions a minute that all have together (server/services.ts): where a
    // phone is, and apart from it where an address is that names no place.
    address_lookup: perMinute(30),
    address_search: perMinute(30),
    // Counted by account, not by address: each is one owner at one form.
    account_lookup: perMinute(20),
    picture_upload: perMinute(60),
    // A phone sends its queue every 15 seconds, from a page and from its worker, up to fifty steps in one request.
    rider_steps: perMinute(60),
    // Each costs a tenth of a second of one core, so these limits also protect the machine; guessing one account's
    // password is blocked much earlier by domain/accounts/admit-sign-in.ts.
    sign_in: perMinute(240),
    // Beyond that the browsers have turns of their own in which somebody logged in before: each, and all of an address.
    sign_in_known: perMinute(10),
    sign_in_known_here: perMinute(120),
    sign_up: perMinute(120),
    sign_up_mail: perMinute(10),
    password_reset: perMinute(120),
  } satisfies Record<RateLimited, RateLimiterDrizzle | RateLimiterMemory>
  const keyOf = (action: RateLimited, whose: string) =>
    `${action} ${createHmac('sha256', secret).update(`rate limit ${whose}`).digest('base64url')}`
  const takeQuestion = inAdvance(limiters.payment_question_in_all, keyOf('payment_question_in_all', ''))
  return {
    async allow(action: RateLimited, whose: string): Promise<boolean> {
      try {
        if (action === 'payment_question_in_all') await takeQuestion()
        else await limiters[action].consume(keyOf(action, whose))
        return true
      } catch (refused) {
        if (refused instanceof RateLimiterRes) return false
        throw refused
      }
    },
    async isHeld(action: RateLimited, visitor: string): Promise<boolean> {
      const counted = await limiters[action].get(keyOf(action, visitor))
      return counted !== null && counted.remainingPoints <= 0
    },
    unblock() {
      for (const limiter of Object.values(limiters)) {
        if (limiter instanceof RateLimiterDrizzle) limiter.deleteInMemoryBlockedAll()
      }
    },
  }
}

/** The library's own, with the one statement that an order asks four times built once (decision 142). */
class CountedInDatabase extends RateLimiterDrizzle {
  readonly #db: Db

  constructor(db: Db, options: ConstructorParameters<typeof RateLimiterDrizzle>[0]) {
    super(options)
    this.#db = db
  }

  /** The library calls it by this name. Without a time the window does not end. */
  async _upsert(key: string, points: number, window_ms: number, anew = false) {
    const now = new Date()
    const expire = window_ms > 0 ? new Date(now.getTime() + window_ms) : null
    const [counted] = await count(this.#db, { key, points, now, expire, anew })
    return counted
  }
}

type Attempt = { key: string; points: number; now: Date; expire: Date | null; anew: boolean }

const count = kept((db, { key, points, now, expire, anew }: Given<Attempt>) => {
  const is_over = sql`(${anew}::boolean or ${rate_limits.expire} <= ${now}::timestamptz)`
  return db
    .insert(rate_limits)
    .values({ key, points, expire })
    .onConflictDoUpdate({
      target: rate_limits.key,
      set: {
        points: sql`case when ${is_over} then excluded.points else ${rate_limits.points} + excluded.points end`,
        expire: sql`case when ${is_over} then excluded.expire else ${rate_limits.expire} end`,
      },
    })
    .returning()
})

/** How much of a budget a process takes at a time: one statement for so many orders (docs/decisions/095). */
const TAKEN_AT_ONCE = 100

/** Takes one of what all processes have, out of what this one took in advance. Throws RateLimiterRes over the limit. */
function inAdvance(budget: RateLimiterDrizzle, key: string): () => Promise<void> {
  let left = 0
  let until_ms = 0
  let taking: Promise<void> | null = null
  const takeMore = async () => {
    const { msBeforeNext } = await budget.consume(key, TAKEN_AT_ONCE)
    left = TAKEN_AT_ONCE
    until_ms = Date.now() + msBeforeNext
  }
  return async () => {
    while (left === 0 || Date.now() >= until_ms) {
      taking ??= takeMore().finally(() => {
        taking = null
      })
      await taking
    }
    left--
  }
}
