import { desc, eq } from 'drizzle-orm'
import type { Db } from '../../db/handle.ts'
import { audit_log } from './tables.ts'

export type Decision = typeof audit_log.$inferSelect

/** The latest things that admins did to one subject, e.g. `vendor:<user_id>`, newest first. */
export async function decisionsAbout(db: Db, subject: string, limit = 20): Promise<Decision[]> {
  return db.select().from(audit_log).where(eq(audit_log.subject, subject)).orderBy(desc(audit_log.id)).limit(limit)
}
