import { and, eq } from 'drizzle-orm'
import { sealAnew } from '../adapters/accounts/seal-anew.ts'
import { openDatabase } from '../db/open.ts'
import { two_factors } from '../domain/accounts/tables.ts'

/**
 * Carries every second step of a login over from the SESSION_SECRET of before, under which it was sealed: without it no
 * code of an authenticator app and no backup code would be right any more, and no admin came in. Answers how many.
 * Safe to repeat: what stands under the new secret, or under neither, stays as it is.
 */
export async function carrySecondSteps(
  database_url: string,
  secrets: { before: string; now: string },
): Promise<number> {
  const database = openDatabase(database_url, 1)
  try {
    const rows = await database.db.select().from(two_factors)
    let carried = 0
    for (const { id, secret, backup_codes } of rows) {
      const anew = { secret: await sealAnew(secret, secrets), backup_codes: await sealAnew(backup_codes, secrets) }
      if (anew.secret === null || anew.backup_codes === null) continue
      // A backup code that is used up meanwhile seals the codes anew: that row is left to whoever starts next.
      const as_read = and(eq(two_factors.id, id), eq(two_factors.backup_codes, backup_codes))
      const { secret: sealed, backup_codes: codes } = anew
      const done = await database.db
        .update(two_factors)
        .set({ secret: sealed, backup_codes: codes })
        .where(as_read)
        .returning({ id: two_factors.id })
      carried += done.length
    }
    return carried
  } finally {
    await database.close()
  }
}
