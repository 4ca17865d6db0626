import { eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import type { Passwords } from './secrets.ts'
import { credentials } from './tables.ts'

/** Whether this is the present password of an account; false also for one that has none. */
export async function knowsPassword(
  { db, passwords }: { db: Db; passwords: Passwords },
  { user_id, password }: { user_id: string; password: string },
): Promise<boolean> {
  const [known] = await db
    .select({ hash: credentials.password })
    .from(credentials)
    .where(eq(credentials.user_id, user_id))
  return known?.hash != null && (await passwords.verify(password, known.hash))
}
