/**
 * `npm run restore -- [NAME] [--over] [--list]`: makes the data folder what it was when a backup was made, the newest
 * good one where none is named. `--over` sets aside what is there; `--list` only says which there are. With
 * DATABASE_URL, whose database pgBackRest restores, it only gives the shop its pictures again.
 */
import { readFileSync } from 'node:fs'
import { fileURLToPath } from 'node:url'
import { parseArgs } from 'node:util'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import { findBackups } from './backup/manifest.ts'
import { openPictureCopies, restorePictures } from './backup/picture-copies.ts'
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
  if (config.database.url) return putBack(config, config.database.url)
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

async function putBack({ files, backups }: Config, database_url: string): Promise<void> {
  if (backups.hour === null) {
    throw new StartError(
      'DATABASE_URL: your own PostgreSQL is restored by pgBackRest (docs/operations.md); without BACKUP_TO there are ' +
        'no copies of pictures to put back.',
    )
  }
  const database = openDatabase(database_url, 1)
  try {
    const { named, put_back, lost } = await restorePictures(database.db, await openPictureCopies(files, backups.to))
    console.log(`Of ${named} pictures that rows name ${put_back} were missing, and are there again.`)
    if (lost.length > 0)
      throw new StartError(`There is no copy of ${lost.length} of them: ${lost.slice(0, 5).join(', ')}`)
  } finally {
    await database.close()
  }
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
