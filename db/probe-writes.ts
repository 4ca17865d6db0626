import { sql } from 'drizzle-orm'
import type { Db } from './handle.ts'

/**
 * Writes to the database's disk and to its log, and leaves nothing behind. A full disk goes on answering questions, and
 * takes small changes in pages that it has already: so a sort is made to spill into a file of its own, which needs
 * room, and a message goes into the write-ahead log, whose commit waits for the disk.
 * Throws what the database says when it cannot.
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
