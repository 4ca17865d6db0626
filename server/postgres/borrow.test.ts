import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import pg from 'pg'
import { expect, test } from 'vitest'
import { startPostgres } from '../postgres.ts'
import { borrowPostgres } from './borrow.ts'

async function answers(url: string): Promise<boolean> {
  const client = new pg.Client({ connectionString: url })
  try {
    await client.connect()
    await client.end()
    return true
  } catch {
    return false
  }
}

test('a command uses the database of an open app and leaves it running; without one it starts its own', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-borrow-'))
  // PostgreSQL's user needs access when the tests run as root.
  chmodSync(data_dir, 0o755)
  try {
    const app = await startPostgres({ data_dir, durable: false, log: () => {} })
    const borrowed = await borrowPostgres(data_dir)
    expect(borrowed.url).toBe(app.url)
    await borrowed.stop()
    expect(await answers(app.url)).toBe(true)
    await app.stop()
    const own = await borrowPostgres(data_dir)
    expect(await answers(own.url)).toBe(true)
    await own.stop()
    expect(await answers(own.url)).toBe(false)
  } finally {
    rmSync(data_dir, { recursive: true, force: true })
  }
})
