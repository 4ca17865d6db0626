import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { pictureStore } from '../adapters/files/picture-store.ts'
import { emptyEveryTable, ensureDemoCampus } from '../db/demo/fill.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import { loadConfig } from './config.ts'
import { startPostgres } from './postgres.ts'
import { StartError } from './start-error.ts'

/** `npm run demo:reset`: the demo campus as on the first day. Refuses where the demo is off, so that real data are safe. */
async function resetDemo(): Promise<void> {
  const config = loadConfig(fileURLToPath(new URL('..', import.meta.url)))
  if (!config.demo) throw new StartError('DEMO is off: this would remove real data, so nothing was done.')
  const say = (line: string) => console.log(line)
  const postgres = config.database.url ? null : await startPostgres({ data_dir: config.data_dir, log: say })
  try {
    const url = config.database.url ?? postgres?.url ?? ''
    await migrateDatabase(url)
    const database = openDatabase(url, 5)
    try {
      await emptyEveryTable(database.db)
      rmSync(join(config.data_dir, 'sandbox'), { recursive: true, force: true })
      const pictures = await pictureStore(config.files)
      await ensureDemoCampus({ db: database.db, pictures, now: system_clock.now(), say })
    } finally {
      await database.close()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  await resetDemo()
  console.log('The demo campus is as on the first day. Start it with: npm start')
} catch (error) {
  console.error(error instanceof StartError ? error.message : error)
  process.exitCode = 1
}
