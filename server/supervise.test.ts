import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { sql } from 'drizzle-orm'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { findViolations } from '../domain/invariants/invariants.ts'
import { createTestDatabase, type TestDatabase } from '../test/database.ts'
import { freePort } from '../test/free-port.ts'
import { paidOrderFor } from '../test/paid-order.ts'
import { type Parts, patience, spawnApp, startParts } from '../test/start-parts.ts'
import { insertVendor } from '../test/world.ts'

vi.setConfig({ testTimeout: 250_000, hookTimeout: 250_000 })

let database: TestDatabase
let app: Parts
let metrics_port: number
/** What a new process reads at its start. */
let kept: string

beforeAll(async () => {
  database = await createTestDatabase()
  metrics_port = await freePort()
  app = await startParts(database.url, { WEB: '2', WORKERS: '1', METRICS_PORT: String(metrics_port) })
  kept = join(app.data_dir, 'session-secret')
})
afterAll(async () => {
  await app?.stop()
  await database.close()
})

/** Ports for another app beside this one. */
const otherPorts = async () => ({
  SANDBOX_PORT: String(await freePort()),
  SANDBOX_SMTP_PORT: String(await freePort()),
  METRICS_PORT: '',
})

/** The started processes of one kind. */
async function pidsOf(part: 'web' | 'worker'): Promise<number[]> {
  const { stdout } = spawn('ps', ['--ppid', String(app.process.pid), '-o', 'pid=,args='])
  let text = ''
  for await (const chunk of stdout) text += chunk
  const lines = text.split('\n').filter((line) => line.includes(`part.ts ${part}`))
  return lines.map((line) => Number.parseInt(line, 10))
}

/** Sends requests without pause, each on a new connection or on a kept one; answers those that failed. */
function askWithoutPause() {
  const failed: unknown[] = []
  let asked = 0
  let going = true
  const asks = Array.from({ length: 4 }, async () => {
    while (going) {
      await fetch(`${app.url}/about`).then(
        async (answer) => {
          asked++
          if (answer.status !== 200) failed.push(answer.status)
          await answer.arrayBuffer()
        },
        (error: unknown) => failed.push(error),
      )
      // More would take the processes that start the cores that they need.
      await sleep(40)
    }
  })
  return async () => {
    going = false
    await Promise.all(asks)
    return { asked, failed }
  }
}

test('two processes answer, one works: an order is paid, settled, and its message sent', async () => {
  expect(await pidsOf('web')).toHaveLength(2)
  expect(await pidsOf('worker')).toHaveLength(1)
  const vendor = await insertVendor(database.db)
  const order_id = await paidOrderFor({ ...app, db: database.db }, vendor)
  expect(order_id).toBeGreaterThan(0)
  const sent = async () =>
    (await database.db.execute(sql`select count(*)::int as count from messages where status = 'Sent'`)).rows[0]
  await expect.poll(sent, patience).not.toEqual({ count: 0 })
  expect(await findViolations(database.db)).toEqual([])
})

test('what all of them measure, and how the product is, is read in one place', async () => {
  await fetch(`${app.url}/login`)
  const read = async () => (await fetch(`http://127.0.0.1:${metrics_port}/metrics`)).text()
  await expect
    .poll(read, patience)
    .toMatch(/http_request_duration_seconds_count\{method="GET",route="\/login",status="200"\} \d/)
  const text = await read()
  expect(text).toMatch(/^chowgate_open_orders\{of="Pending"\} 1$/m)
  expect(text).toMatch(/^chowgate_broken_invariants\{of=""\} 0$/m)
  expect(text).toMatch(/^chowgate_due_rows\{of="sms"\} 0$/m)
  expect(text).toMatch(/^chowgate_due_rows\{of="transfer fees"\} 0$/m)
  expect(text).toMatch(/^chowgate_waiting_kobo\{of="review"\} 0$/m)
  expect(text).toMatch(/^chowgate_oldest_waiting_delivery_seconds\{of=""\} [\d.]+$/m)
  expect(text).toMatch(/^chowgate_files_sent_total \d+$/m)
  // Three processes measure themselves.
  expect(text).toMatch(/^process_resident_memory_bytes \d+$/m)
})

test('one that is killed is started again, and meanwhile the other answers', async () => {
  const [killed = 0] = await pidsOf('web')
  process.kill(killed, 'SIGKILL')
  // What was on its way to the killed one is lost with it.
  await expect.poll(async () => (await fetch(`${app.url}/about`)).status, patience).toBe(200)
  await expect.poll(() => pidsOf('web'), patience).toHaveLength(2)
  expect(await pidsOf('web')).not.toContain(killed)
  expect(app.printed()).toMatch(/Web process \d ended unexpectedly \(SIGKILL\); starting it again in 1 s\./)
})

test('replaced one by one, no request is dropped', async () => {
  await expect.poll(() => pidsOf('web'), patience).toHaveLength(2)
  const before = [...(await pidsOf('web')), ...(await pidsOf('worker'))]
  const stopAsking = askWithoutPause()
  app.process.kill('SIGUSR2')
  await expect.poll(app.printed, patience).toContain('Every process was replaced.')
  const { asked, failed } = await stopAsking()
  expect(failed).toEqual([])
  expect(asked).toBeGreaterThan(50)
  const after = [...(await pidsOf('web')), ...(await pidsOf('worker'))]
  expect(after).toHaveLength(3)
  expect(after.filter((pid) => before.includes(pid))).toEqual([])
})

test('asked to while they are replaced, they are replaced once more, one at a time', async () => {
  const rounds = () => app.printed().split('Every process was replaced.').length
  const before = { rounds: rounds(), pids: await pidsOf('web') }
  for (let asked = 0; asked < 3; asked++) {
    app.process.kill('SIGUSR2')
    await sleep(200)
    expect((await pidsOf('web')).length).toBeLessThanOrEqual(3)
  }
  await expect.poll(rounds, patience).toBe(before.rounds + 2)
  // A third round would have begun with another process by now.
  const after = await pidsOf('web')
  expect(after).toHaveLength(2)
  await sleep(1000)
  expect(await pidsOf('web')).toEqual(after)
  expect(after.filter((pid) => before.pids.includes(pid))).toEqual([])
})

test('one that cannot be replaced stays, and says why', async () => {
  const before = await pidsOf('web')
  const secret = readFileSync(kept)
  writeFileSync(kept, 'damaged')
  app.process.kill('SIGUSR2')
  await expect.poll(app.printed, patience).toMatch(/Web process 1 cannot be replaced \([^)]*session-secret[^)]*\)/)
  writeFileSync(kept, secret)
  expect((await fetch(`${app.url}/about`)).status).toBe(200)
  // The one that says why it cannot start ends a moment later.
  await expect.poll(() => pidsOf('web'), patience).toEqual(before)
})

test('one that dies at each start says why and is tried again, and the others go on', async () => {
  const [worker = 0] = await pidsOf('worker')
  const secret = readFileSync(kept)
  writeFileSync(kept, 'damaged')
  try {
    process.kill(worker, 'SIGKILL')
    await expect
      .poll(app.printed, patience)
      .toMatch(/Worker 1 ended unexpectedly \(DATA_DIR: .*session-secret is damaged;.*\); starting it again in \d+ s\./)
    expect((await fetch(`${app.url}/about`)).status).toBe(200)
  } finally {
    writeFileSync(kept, secret)
  }
  await expect.poll(() => pidsOf('worker'), patience).toHaveLength(1)
})

// These three at once: a minute goes by until one counts as hung, and the others have nothing to do with it.
test.concurrent('one that hangs is ended and started again, and meanwhile the other answers', async ({ expect }) => {
  const [hung = 0] = await pidsOf('web')
  process.kill(hung, 'SIGSTOP')
  await expect.poll(app.printed, patience).toMatch(/Web process \d ended unexpectedly \(it hung\)/)
  // What was on its way to the one that hung is lost with it.
  await expect.poll(async () => (await fetch(`${app.url}/about`)).status, patience).toBe(200)
  await expect.poll(() => pidsOf('web'), patience).toHaveLength(2)
  expect(await pidsOf('web')).not.toContain(hung)
})

test.concurrent('where the port is taken, one line says so before anything is opened', async ({ expect }) => {
  const nobody = `postgres://localhost:${await freePort()}/nobody`
  const second = spawnApp({ ...app.env, ...(await otherPorts()), DATABASE_URL: nobody })
  const [code] = await once(second.process, 'exit')
  expect(code).toBe(1)
  expect(second.printed().trim().split('\n')).toEqual([expect.stringMatching(/^PORT: \d+ is taken by another program/)])
})

test.concurrent('where one process does everything, there is nothing to replace, and it goes on', async ({
  expect,
}) => {
  const PORT = String(await freePort())
  const one = spawnApp({ ...app.env, ...(await otherPorts()), PORT, WEB: '1', WORKERS: 'within' })
  await vi.waitFor(() => expect(one.printed()).toContain('ChowGate is open'), patience)
  one.process.kill('SIGUSR2')
  await expect.poll(one.printed, patience).toContain('stop the app and start it again')
  expect((await fetch(`http://localhost:${PORT}/about`)).status).toBe(200)
  one.process.kill('SIGINT')
  expect(await once(one.process, 'exit')).toEqual([0, null])
})

test('told to end, all of them do', async () => {
  app.process.kill('SIGTERM')
  const [code] = await once(app.process, 'exit')
  expect(code).toBe(0)
  await expect(fetch(app.url)).rejects.toThrow()
})
