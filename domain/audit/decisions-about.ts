import { and, desc, eq, ne } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { audit_log } from './tables.ts'

export type Decision = typeof audit_log.$inferSelect

/** The latest things that admins did to one subject, e.g. `vendor:<user_id>`, newest first, without one action. */
export async function decisionsAbout(
  db: Db,
  subject: string,
  { most = 20, without = null }: { most?: number; without?: string | null } = {},
): Promise<Decision[]> {
  return db
    .select()
    .from(audit_log)
    .where(and(eq(audit_log.subject, subject), without === null ? undefined : ne(audit_log.action, without)))
    .orderBy(desc(audit_log.id))
    .limit(most)
}
