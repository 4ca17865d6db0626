import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

/**
 * Writes to the database's disk and log, and leaves nothing behind. With a full disk, PostgreSQL still answers queries
 * and makes small changes in existing pages. So a sort is made to spill into a temporary file, which needs room, and a
 * message goes into the write-ahead log, whose commit waits for the disk. Throws the database's error when that fails.
 */
export async function probeWrites(db: Db): Promise<void> {
  await db.transaction(async (tx) => {
    await tx.execute(sql`set local work_mem = '64kB'`)
    await tx.execute(sql`
      select max(place) from (
        select row_number() over (order by md5(number::text)) as place from generate_series(1, 5000) as number
      ) as sorted`)
    await tx.execute(sql`select pg_logical_emit_message(true, 'health', 'can this be written?')`)
  })
}
