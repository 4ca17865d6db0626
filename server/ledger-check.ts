/**
 * `npm run ledger:check`: the eight money invariants, each with "ok" or its violations. Only reads, and may run while
 * the app does. Exits with 1 when one is broken.
 */
import { fileURLToPath } from 'node:url'
import { openDatabase } from '../db/open.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { loadConfig } from './config.ts'
import { ledgerReport } from './ledger-report.ts'
import { borrowPostgres } from './postgres/borrow.ts'
import { whyNot } from './start-error.ts'

async function checkLedger(): Promise<boolean> {
  const config = loadConfig(fileURLToPath(new URL('..', import.meta.url)))
  const postgres = config.database.url ? null : await borrowPostgres(config.data_dir)
  try {
    const database = openDatabase(config.database.url ?? postgres?.url ?? '', 1)
    try {
      const violations = await findViolations(database.db)
      for (const line of ledgerReport(violations)) console.log(line)
      return violations.length === 0
    } finally {
      await database.close()
    }
  } finally {
    await postgres?.stop()
  }
}

try {
  if (!(await checkLedger())) process.exitCode = 1
} catch (error) {
  console.error(whyNot(error))
  process.exitCode = 1
}
