import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'

/**
 * Opens the sandbox's SQLite books. They survive a restart of the process; synchronous is off because losing them in a
 * power cut does no harm, and a load test writes thousands of rows a second.
 */
export function openBooks(data_dir: string | null, now: () => number): DatabaseSync {
  if (data_dir !== null) mkdirSync(data_dir, { recursive: true })
  const books = new DatabaseSync(data_dir === null ? ':memory:' : join(data_dir, 'sandbox.sqlite'))
  books.function('now_ms', now)
  books.exec('pragma journal_mode = wal; pragma synchronous = off; pragma busy_timeout = 5000')
  return books
}

/**
 * Starts a table's ids at a number taken from the clock, so that ids of deleted books are not used again while the
 * product's own database still knows them.
 */
export function startIdsFromClock(books: DatabaseSync, table: string): void {
  const known = books.prepare('select 1 from sqlite_sequence where name = ?').get(table)
  if (known) return
  books.prepare('insert into sqlite_sequence (name, seq) values (?, now_ms() / 1000 - 1600000000)').run(table)
}
