import { execFileSync } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { type AddressInfo, createServer } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, test, vi } from 'vitest'
import { freePort } from '../test/free-port.ts'
import { readConfig } from './config.ts'
import { startSandboxProcess } from './sandbox-process.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** Our child processes that run the sandbox. */
function sandboxes(): number[] {
  return execFileSync('ps', ['-ww', '-o', 'pid=,ppid=,args=', '-A'], { encoding: 'utf8' })
    .split('\n')
    .filter((line) => line.includes('sandbox/main.ts'))
    .map((line) => line.trim().split(/\s+/).map(Number))
    .filter(([, parent]) => parent === process.pid)
    .map(([pid = 0]) => pid)
}

test('a sandbox whose port is taken is one line that names it', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-sandbox-'))
  const holder = createServer().listen(0, 'localhost')
  await once(holder, 'listening')
  const taken = (holder.address() as AddressInfo).port
  const env = { SANDBOX: 'on', SANDBOX_PORT: String(await freePort()), SANDBOX_SMTP_PORT: String(taken) }
  const config = readConfig({ ...env, DATA_DIR: data_dir, NODE_ENV: 'test' }, folder)
  try {
    await expect(startSandboxProcess(config, folder, () => {})).rejects.toThrow(
      `the sandbox cannot start (port ${taken} is taken by another program)`,
    )
  } finally {
    holder.close()
    rmSync(data_dir, { recursive: true, force: true })
  }
})

test('a sandbox that was killed is started again, with one line; one that was stopped is not', async () => {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-sandbox-'))
  const port = await freePort()
  const env = { SANDBOX: 'on', SANDBOX_PORT: String(port), SANDBOX_SMTP_PORT: String(await freePort()) }
  const config = readConfig({ ...env, DATA_DIR: data_dir, NODE_ENV: 'test' }, folder)
  const said: string[] = []
  const answers = async () => (await fetch(`http://localhost:${port}/inbox`)).status
  const sandbox = await startSandboxProcess(config, folder, (line) => said.push(line))
  try {
    expect(await answers()).toBe(200)
    const [pid] = sandboxes()
    expect(pid).toBeDefined()
    process.kill(pid ?? 0, 'SIGKILL')
    await vi.waitFor(() => expect(said).toEqual([expect.stringContaining('SIGKILL')]), { timeout: 10_000 })
    await vi.waitFor(async () => expect(await answers()).toBe(200), { timeout: 20_000, interval: 200 })
  } finally {
    await sandbox.stop()
    rmSync(data_dir, { recursive: true, force: true })
  }
  expect(said).toHaveLength(1)
  expect(sandboxes()).toEqual([])
})
