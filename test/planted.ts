import { type SQL, sql } from 'drizzle-orm'
import type { Db } from '../db/handle.ts'

/**
 * Forces changes that no verb makes, lets `look` see the database with them, and undoes them. Throws where one changes
 * nothing, and what `look` throws.
 */
export async function planted(db: Db, changes: readonly SQL[], look: (changed: Db) => Promise<void>): Promise<void> {
  const undone = new Error('undone')
  const trying = db.transaction(async (tx) => {
    for (const change of changes) {
      const { rowCount } = await tx.execute(change)
      if (rowCount === 0) throw new Error('Nothing was planted')
    }
    // Whatever waits for the commit is refused here: it comes to none.
    await tx.execute(sql`set constraints all immediate`)
    await look(tx as unknown as Db)
    throw undone
  })
  await trying.catch((error: unknown) => {
    if (error !== undone) throw error
  })
}
