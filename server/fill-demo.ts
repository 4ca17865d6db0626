import { pictureStore } from '../adapters/files/picture-store.ts'
import { emptyEveryTable, ensureDemoCampus } from '../db/demo/fill.ts'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import type { Config } from './config.ts'

type How = { say(line: string): void; start_over?: boolean }

/**
 * Fills an empty database with the demo campus; with `start_over`, one that is not empty. For as long as it takes no worker
 * may run on this database: it would offer the past orders to riders and send their messages.
 */
export async function fillDemo(
  config: Config,
  database_url: string,
  { say, start_over = false }: How,
): Promise<void> {
  const database = openDatabase(database_url, 5)
  try {
    if (start_over) await emptyEveryTable(database.db)
    const pictures = await pictureStore(config.files)
    await ensureDemoCampus({ db: database.db, pictures, now: system_clock.now(), say })
  } finally {
    await database.close()
  }
}
