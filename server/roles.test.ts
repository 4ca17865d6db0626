import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { app_secrets, vendors } from '../deploy/cluster/app-environment.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { paidOrderFor } from '../test/paid-order.ts'
import { type Parts, patience, spawnApp, startParts } from '../test/start-parts.ts'
import { insertVendor } from '../test/world.ts'

vi.setConfig({ testTimeout: 250_000, hookTimeout: 250_000 })

/** As two machines have it: one answers, in production, and does nothing else. */
let database: TestDatabase
let web: Parts
beforeAll(async () => {
  database = await createTestDatabase()
  const settings = { NODE_ENV: 'production', SESSION_SECRET: app_secrets.SESSION_SECRET, LOG_LEVEL: 'info' }
  web = await startParts(database.url, { ...settings, WEB: '1', WORKERS: '0' })
})
afterAll(async () => {
  await web?.stop()
  await database.close()
})

const sent = async () => {
  const { rows } = await database.db.execute(sql`select count(*)::int as sent from messages where status = 'Sent'`)
  return rows[0]
}

test('web processes alone take a paid order, and a worker alone, on another machine, sends what follows', async () => {
  const vendor = await insertVendor(database.db)
  expect(await paidOrderFor({ ...web, db: database.db }, vendor)).toBeGreaterThan(0)
  expect(await sent()).toEqual({ sent: 0 })

  const DATA_DIR = mkdtempSync(join(tmpdir(), 'chowgate-worker-'))
  const worker = spawnApp({
    ...web.env,
    ...app_secrets,
    ...vendors(web.sandbox.url, Number(web.env.SANDBOX_SMTP_PORT)),
    FILES: 'folder',
    LOG_LEVEL: 'info',
    DATA_DIR,
    PUBLIC_URL: web.url,
    WEB: '0',
    WORKERS: '1',
  })
  try {
    await expect.poll(worker.printed, patience).toContain('ChowGate works in the background.')
    await expect.poll(sent, patience).not.toEqual({ sent: 0 })
    expect(await findViolations(database.db)).toEqual([])
  } finally {
    worker.process.kill('SIGTERM')
    await once(worker.process, 'exit')
    rmSync(DATA_DIR, { recursive: true, force: true })
  }
  onlyLogs(worker.printed())
})

test('in production also the watching process speaks in lines of the log', async () => {
  web.process.kill('SIGUSR2')
  await expect.poll(web.printed, patience).toContain('Every process was replaced.')
  expect(onlyLogs(web.printed())).toEqual(
    expect.arrayContaining([`ChowGate is open: ${web.url}`, 'Replacing every process, one after the other.']),
  )
})

/** Every line is one of the log; their messages. */
function onlyLogs(printed: string): string[] {
  const lines = printed.trim().split('\n')
  return lines.map((line) => {
    const { level, time, msg } = JSON.parse(line) as Record<string, unknown>
    expect([typeof level, typeof time, typeof msg], line).toEqual(['number', 'string', 'string'])
    return String(msg)
  })
}
