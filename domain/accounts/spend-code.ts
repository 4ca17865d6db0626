import { lt } from 'drizzle-orm'
import type { Deps } from '../events.ts'
import { fingerprint } from './secrets.ts'
import { used_codes } from './tables.ts'

/** Longer than an authenticator app's code is accepted, even with a clock that is half a minute wrong. */
const APP_CODE_SECONDS = 300

/**
 * Uses up a code of a second step that was found to be right. Of all who bring it, even at the same moment, exactly one
 * gets true. An app may show the same digits again after five minutes; a backup code is never accepted again.
 */
export async function spendCode(
  { db, clock }: Deps,
  { user_id, kind, code }: { user_id: string; kind: 'code' | 'backup_code'; code: string },
): Promise<boolean> {
  const now = clock.now()
  const forget_at = kind === 'code' ? new Date(now.getTime() + APP_CODE_SECONDS * 1000) : null
  const taken = await db
    .insert(used_codes)
    .values({ user_id, code_hash: fingerprint(kind, user_id, code), forget_at })
    .onConflictDoUpdate({
      target: [used_codes.user_id, used_codes.code_hash],
      set: { forget_at },
      setWhere: lt(used_codes.forget_at, now),
    })
    .returning({ user_id: used_codes.user_id })
  return taken.length === 1
}
