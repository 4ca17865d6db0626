import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { TestProject } from 'vitest/node'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { createDatabase, startPostgres } from '../server/postgres.ts'
import { plantTestCampus } from './campus.ts'
import { startDebianPostgres } from './debian-postgres.ts'
import { watchChanges } from './forgotten-notes.ts'

declare module 'vitest' {
  interface ProvidedContext {
    postgres_admin_url: string
  }
}

/**
 * A migrated database with nothing but a small campus, from which every test file clones its own in some milliseconds.
 */
export const TEMPLATE = 'template_for_tests'

/**
 * One real PostgreSQL for a whole run, in a folder of its own, gone afterwards: the embedded one, or that of Debian
 * where `POSTGRES_BIN` names the folder of its programs.
 */
export default async function setup(project: TestProject) {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-test-'))
  // Started by root, PostgreSQL runs as a user of its own, who has to get in here.
  chmodSync(data_dir, 0o755)
  const programs = process.env['POSTGRES_BIN']
  const postgres = programs
    ? await startDebianPostgres(programs)
    : await startPostgres({ data_dir, log: () => {}, durable: false })
  const url = await createDatabase(postgres.admin_url, TEMPLATE)
  await migrateDatabase(url)
  const template = openDatabase(url, 1)
  await plantTestCampus(template.db)
  await watchChanges(template.db)
  await template.close()
  project.provide('postgres_admin_url', postgres.admin_url)
  return async () => {
    await postgres.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
}
