import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { onCommit } from '../db/after-commit.ts'
import { type Clock, system_clock } from '../domain/clock.ts'
import { screenTeller } from '../domain/notifications/bell/tell-screens.ts'
import { startSandbox } from '../sandbox/start.ts'
import { startApp } from '../server/app.ts'
import { type Config, readConfig } from '../server/config.ts'
import { createLog, type Logger } from '../server/log.ts'
import { createServices } from '../server/services.ts'
import { loadBuild } from '../server/web.ts'
import { createTestDatabase, type TestDatabase } from './database.ts'
import { freePort } from './free-port.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
/** What is due is told at once; only what comes with the time waits for it. A rest of a second took 10 % of a core. */
const LEAST_REST_MS = 3000
/** The pages and files of all apps of a worker: the files of one are compressed in a second of a core. */
let build: ReturnType<typeof loadBuild> | undefined

/**
 * The whole app as it is released, built, on a sandbox and a database of its own; `given` is closed with it. With
 * `works: false` nothing is done in the background but what `services` are asked for; `env` is set besides.
 */
export async function startTestApp(
  log?: Logger,
  clock: Clock = system_clock,
  given?: TestDatabase,
  { works = true, env = {} }: { works?: boolean; env?: Readonly<Record<string, string>> } = {},
) {
  const data_dir = mkdtempSync(join(tmpdir(), 'chowgate-app-'))
  const database = given ?? (await createTestDatabase())
  const port = await freePort()
  const sandbox_port = await freePort()
  const smtp_port = await freePort()
  const config: Config = readConfig(
    {
      PORT: String(port),
      DATA_DIR: data_dir,
      DATABASE_URL: database.url,
      SANDBOX: 'on',
      SANDBOX_PORT: String(sandbox_port),
      SANDBOX_SMTP_PORT: String(smtp_port),
      LOG_LEVEL: 'error',
      NODE_ENV: 'test',
      ...env,
    },
    folder,
  )
  const sandbox = await startSandbox({
    port: sandbox_port,
    public_url: `http://localhost:${sandbox_port}`,
    smtp_port,
    data_dir: null,
    webhook_url: `${config.public_url}/webhooks/flutterwave`,
    inbound_sms_url: `${config.public_url}/webhooks/inbound-sms/${config.sms_webhook_token}`,
    secret_key: config.flutterwave.secret_key,
    public_key: config.flutterwave.public_key,
    webhook_secret: config.flutterwave.webhook_secret,
    paystack_secret_key: config.paystack.secret_key,
    smarthive_api_key: config.smarthive.api_key,
    termii_webhook_url: `${config.public_url}/webhooks/messages/termii/${config.sms_webhook_token}`,
    termii_webhook_secret: config.termii?.webhook_secret ?? null,
    app_url: config.public_url,
    webhook_retry_seconds: 1,
  })
  build ??= loadBuild(folder)
  const app = await startApp(
    config,
    database.url,
    { web: await build, works, least_rest_ms: LEAST_REST_MS },
    clock,
    log,
  )
  // What a journey does by verbs of the domain, without the app's screens, appears on open screens too.
  const over = new AbortController()
  onCommit(database.db, screenTeller(database.db, console.error, over.signal).tell)
  return {
    url: config.public_url,
    sms_webhook_token: config.sms_webhook_token,
    db: database.db,
    sandbox,
    pictures: app.pictures,
    /** What a worker has, for a test that does its work step by step. */
    services: () => createServices(config, database, app.pictures, clock, log ?? createLog('error'), false),
    async stop() {
      over.abort()
      await app.stop()
      await sandbox.close()
      await database.close()
      rmSync(data_dir, { recursive: true, force: true })
    },
  }
}

export type TestApp = Awaited<ReturnType<typeof startTestApp>>
