import { pictureStore } from '../adapters/files/picture-store.ts'
import { flutterwave } from '../adapters/payments/flutterwave.ts'
import { openDatabase } from '../db/open.ts'
import { emptyEveryTable, ensureDemoCampus } from '../demo/fill.ts'
import { made_up, paidAtSandbox } from '../demo/past-charges.ts'
import { system_clock } from '../domain/clock.ts'
import type { Config } from './config.ts'

type How = { say(line: string): void; start_over?: boolean }

/**
 * Fills an empty database with the demo campus, or any database with `start_over`. The sandbox, if there is one, must
 * run: the past was paid there. No worker may run on this database meanwhile: it would offer the past orders to riders
 * and send their messages.
 */
export async function fillDemo(config: Config, database_url: string, { say, start_over = false }: How): Promise<void> {
  const database = openDatabase(database_url, 5)
  try {
    if (start_over) await emptyEveryTable(database.db)
    const pictures = await pictureStore(config.files)
    const provider = config.sandbox
      ? paidAtSandbox(flutterwave(config.flutterwave), `http://localhost:${config.sandbox.port}`)
      : made_up
    await ensureDemoCampus({ db: database.db, pictures, provider, now: system_clock.now(), say })
  } finally {
    await database.close()
  }
}
