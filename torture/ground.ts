import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { startPostgres } from '../server/postgres.ts'
import { plantTestCampus } from '../test/campus.ts'
import { checkOpenCheckouts, consumeDueProviderEvents, sendDueRefunds, sendDueTransfers } from '../test/due-work.ts'
import { createWorld, type World } from '../test/world.ts'
import type { Accused } from './judge.ts'

/** The verbs in this process, on a PostgreSQL of its own, with a sandbox that keeps its books on the disk. */
export type Ground = World & { accused: Accused }

export async function openGround(): Promise<Ground> {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-torture-'))
  // PostgreSQL does not run as root; its own user needs access.
  chmodSync(folder, 0o755)
  const sandbox_folder = join(folder, 'sandbox')
  const postgres = await startPostgres({ data_dir: folder, log: () => {}, durable: false })
  await migrateDatabase(postgres.url)
  const database = { ...openDatabase(postgres.url, 10), url: postgres.url }
  await plantTestCampus(database.db)
  const world = await createWorld({ data_dir: sandbox_folder, time_scale: 1000 }, database)
  return {
    ...world,
    accused: { db: () => database.db, sandbox_folder },
    async close() {
      await world.close()
      await postgres.stop()
      rmSync(folder, { recursive: true, force: true })
    },
  }
}

/** Works on everything that is due, and on what becomes due in the next hours. */
export async function letHoursPass({ deps, clock }: World, hours: number): Promise<void> {
  const chores = [consumeDueProviderEvents, checkOpenCheckouts, sendDueRefunds, sendDueTransfers]
  for (let quarter = 0; quarter < 4 * hours; quarter++) {
    for (const chore of chores) while ((await chore(deps)) > 0);
    clock.advance(900)
  }
}
