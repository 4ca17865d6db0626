/**
 * `npm run restore -- [NAME] [--over] [--list]`: makes the data folder what it was when a backup was made, the newest
 * good one where none is named. `--over` sets aside what is there; `--list` only says which there are.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { system_clock } from '../domain/clock.ts'
import { findBackups } from './backup/manifest.ts'
import { restoreBackup } from './backup/restore-backup.ts'
import { openBackupStore } from './backup/store.ts'
import { type Config, loadConfig } from './config.ts'
import { StartError, whyNot } from './start-error.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

async function restore(): Promise<void> {
  const { values, positionals } = parseArgs({
    allowPositionals: true,
    options: { over: { type: 'boolean', default: false }, list: { type: 'boolean', default: false } },
  })
  const config = loadConfig(folder)
  if (config.database.url) {
    throw new StartError('DATABASE_URL: your own PostgreSQL is restored by pgBackRest (docs/operations.md).')
  }
  if (values.list) return list(config)
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'))
  const restored = await restoreBackup(config, {
    name: positionals[0],
    over: values.over,
    now: system_clock.now(),
    app_version: version,
  })
  console.log(`Restored ${restored.name} from ${restored.place} into ${config.data_dir}.`)
  if (restored.aside) console.log(`What was there stands in ${restored.aside}: remove it when you no longer need it.`)
  console.log('Start it with: npm start')
}

async function list(config: Config): Promise<void> {
  const store = await openBackupStore(config.backups.to)
  const found = await findBackups(store)
  const words = ({ is_whole, is_good }: (typeof found)[number]) =>
    is_good ? 'good' : is_whole ? 'not verified' : 'not whole'
  for (const one of found) console.log(`${one.name}  ${words(one)}`)
  if (found.length === 0) console.log(`There is no backup in ${store.place}.`)
}

try {
  await restore()
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
