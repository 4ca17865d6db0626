import { rmSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '../db/migrate.ts'
import { loadConfig } from './config.ts'
import { fillDemo } from './fill-demo.ts'
import { startPostgres } from './postgres.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { StartError, whyNot } from './start-error.ts'

/**
 * `npm run demo:reset`: restores the demo campus of the first day. Refuses if the demo is off, to protect real data.
 */
async function resetDemo(): Promise<void> {
  const folder = fileURLToPath(new URL('..', import.meta.url))
  const config = loadConfig(folder)
  if (!config.demo) throw new StartError('DEMO is off: this would remove real data, so nothing was done.')
  const say = (line: string) => console.log(line)
  const postgres = config.database.url ? null : await startPostgres({ data_dir: config.data_dir, log: say })
  let sandbox: { stop(): Promise<void> } | null = null
  try {
    const url = config.database.url ?? postgres?.url ?? ''
    await migrateDatabase(url)
    rmSync(join(config.data_dir, 'sandbox'), { recursive: true, force: true })
    sandbox = config.sandbox ? await startSandboxProcess(config, folder, console.error) : null
    await fillDemo(config, url, { say, start_over: true })
  } finally {
    await sandbox?.stop()
    await postgres?.stop()
  }
}

try {
  await resetDemo()
  console.log('The demo campus is as on the first day. Start it with: npm start')
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
