import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { expect, vi } from 'vitest'
import { freePort } from './free-port.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
/** Processes start and stop within seconds, or much later on a busy machine. */
export const patience = { timeout: 240_000, interval: 50 }

/** The app as `npm start` runs it, from its own process on, with a sandbox on ports of its own and without the demo. */
export async function startParts(database_url: string, settings: Record<string, string>) {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-parts-'))
  const [port, sandbox_port, smtp_port] = [await freePort(), await freePort(), await freePort()]
  const env = {
    ...process.env,
    NODE_ENV: 'test',
    DATABASE_URL: database_url,
    DATA_DIR: data_dir,
    PORT: String(port),
    SANDBOX: 'on',
    SANDBOX_PORT: String(sandbox_port),
    SANDBOX_SMTP_PORT: String(smtp_port),
    DEMO: 'off',
    LOG_LEVEL: 'error',
    ...settings,
  }
  const app = spawnApp(env)
  const stop = async () => {
    if (app.process.exitCode === null) {
      app.process.kill('SIGINT')
      await once(app.process, 'exit')
    }
    rmSync(data_dir, { recursive: true, force: true })
  }
  try {
    await vi.waitFor(() => expect(app.printed()).toContain('ChowGate is open'), patience)
  } catch (error) {
    await stop()
    throw error
  }
  return {
    ...app,
    url: `http://localhost:${port}`,
    sandbox: { url: `http://localhost:${sandbox_port}` },
    data_dir,
    /** What another one needs to start on the same database and the same port. */
    env,
    stop,
  }
}

export type Parts = Awaited<ReturnType<typeof startParts>>

/** Starts server/main.ts, whatever becomes of it. */
export function spawnApp(env: Record<string, string | undefined>): { process: ChildProcess; printed(): string } {
  const child = spawn(process.execPath, ['server/main.ts'], { cwd: folder, stdio: ['ignore', 'pipe', 'pipe'], env })
  let printed = ''
  for (const stream of [child.stdout, child.stderr]) stream.on('data', (text) => (printed += text))
  return { process: child, printed: () => printed }
}
