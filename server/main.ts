import { type AddressInfo } from 'node:net'
import { fileURLToPath } from 'node:url'
import { pictureStore } from '../adapters/files/picture-store.ts'
import { fillDemoCampus, isEmptyCampus } from '../db/demo/seed.ts'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import { listenForCatalogChanges } from './catalog-news.ts'
import { type Config, loadConfig } from './config.ts'
import { createHttpServer } from './http.ts'
import { createLog } from './log.ts'
import { startPostgres } from './postgres.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { backgroundTasks, createServices } from './services.ts'
import { StartError } from './start-error.ts'
import { loadBuild, loadDevelopment } from './web.ts'
import { startWorker } from './worker.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))

/** What was started, last first: the order in which it has to stop. */
const stops: (() => Promise<unknown> | undefined)[] = []
let stopping = false

async function main(): Promise<void> {
  const development = process.argv.includes('--dev')
  const config = loadConfig(folder)
  const log = createLog(config.log_level)
  for (const warning of config.warnings) console.warn(warning)
  const say = (line: string) => console.log(line)

  const database_url = await startDatabase(config, say)
  await migrateDatabase(database_url)
  const database = openDatabase(database_url, config.database.pool_size)
  stops.unshift(() => database.close())

  if (config.sandbox) {
    const sandbox = await startSandboxProcess(config, folder)
    stops.unshift(() => sandbox.stop())
  }
  const pictures = pictureStore(config.files)
  if (config.demo && (await isEmptyCampus(database.db))) {
    say('Filling the empty database with the demo campus…')
    await fillDemoCampus({ db: database.db, pictures, clock: system_clock, say })
  }

  const services = createServices(config, database, system_clock, log)
  stops.unshift(async () => services.close())
  const worker = config.worker ? startWorker(backgroundTasks(services), log) : null
  stops.unshift(() => worker?.stop())

  const web = development ? await loadDevelopment(folder) : await loadBuild(folder)
  stops.unshift(() => web.close())
  const { server, pages } = createHttpServer({
    render: (request) => web.render(request, { ...services, wakeWorker: () => worker?.wake() }),
    serveStatic: web.serveStatic,
    pictures,
    clock: system_clock,
    log,
    provider_hosts: config.flutterwave.csp_hosts,
    trust_proxy: config.trust_proxy,
    harden_documents: !development,
  })
  const news = listenForCatalogChanges(database_url, pages.clear, log)
  stops.unshift(() => news.stop())
  await listen(server, config)
  stops.unshift(
    () =>
      new Promise<void>((resolve) => {
        server.close(() => resolve())
        server.closeIdleConnections()
        setTimeout(() => server.closeAllConnections(), 3000).unref()
      }),
  )
  announce(config, (server.address() as AddressInfo).port)
}

async function startDatabase(config: Config, say: (line: string) => void): Promise<string> {
  if (config.database.url) return config.database.url
  const postgres = await startPostgres({ data_dir: config.data_dir, log: say })
  stops.unshift(() => postgres.stop())
  return postgres.url
}

function listen(server: ReturnType<typeof createHttpServer>['server'], config: Config): Promise<void> {
  return new Promise((resolve, reject) => {
    server.once('error', (error: NodeJS.ErrnoException) => {
      const taken = error.code === 'EADDRINUSE'
      reject(taken ? new StartError(`PORT: ${config.port} is taken by another program; set PORT to a free one.`) : error)
    })
    server.listen(config.port, config.host, () => resolve())
  })
}

function announce(config: Config, port: number): void {
  const lines = [
    '',
    `  ChowGate is open:     ${config.public_url.replace(/:\d+$/, `:${port}`)}`,
    ...(config.sandbox
      ? [
          `  Sandbox:              ${config.sandbox.url}  (test cards, failures on demand)`,
          `  SMS and mails:        ${config.sandbox.url}/inbox`,
        ]
      : []),
    '  Stop with Ctrl-C.',
    '',
  ]
  console.log(lines.join('\n'))
}

async function stopAll(): Promise<void> {
  if (stopping) return
  stopping = true
  for (const stop of stops) {
    try {
      await stop()
    } catch (error) {
      console.error(error instanceof Error ? error.message : error)
    }
  }
}

for (const signal of ['SIGINT', 'SIGTERM'] as const) {
  process.on(signal, () => void stopAll().then(() => process.exit(0)))
}

try {
  await main()
} catch (error) {
  // A line for what a person can put right, the whole story for everything else.
  console.error(error instanceof StartError ? error.message : error)
  await stopAll()
  process.exit(1)
}
