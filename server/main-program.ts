import './memory.ts'
import { fileURLToPath } from 'node:url'
import { migrateDatabase } from '../db/migrate.ts'
import { openDatabase } from '../db/open.ts'
import { system_clock } from '../domain/clock.ts'
import type { How } from './app.ts'
import { wantsBackups } from './backup/backup-settings.ts'
import { sameDiskWarning } from './backup/same-disk.ts'
import { type Config, loadConfig } from './config.ts'
import { refuseTakenPort } from './listen.ts'
import { createLog, type Logger } from './log.ts'
import { createMetrics, measureThisProcess, openMetrics } from './metrics.ts'
import { startPostgres } from './postgres.ts'
import { startSandboxProcess } from './sandbox-process.ts'
import { whyNot } from './start-error.ts'
import { supervise } from './supervise.ts'
import { catchTheUncaught, surviveLostOutput } from './uncaught.ts'
import { loadBuild, loadDevelopment } from './web.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
/** To a person at the terminal; in production, once the settings are known, to whoever reads the log. */
let say = (line: string): void => console.log(line)
let complain = (line: string): void => console.error(line)

surviveLostOutput(process.stdout, process.stderr)

/** Of a fault of ours, all that is known. */
const inWords = (error: unknown) => (error instanceof Error ? (error.stack ?? error.message) : String(error))

/** Null until there are processes that can be replaced. */
let replaceAll: (() => Promise<void>) | null = null
// The usual signal for replacing the processes without closing the port.
process.on('SIGUSR2', () => {
  if (!replaceAll) return complain('There is nothing to replace one by one here: stop the app and start it again.')
  void replaceAll().catch((error: unknown) => complain(inWords(whyNot(error))))
})

/** What was started, the last one first: the order in which it must stop. */
const stops: ((how: How) => Promise<void>)[] = []

async function main(): Promise<void> {
  const config = loadConfig(folder)
  const log = createLog(config.log_level)
  catchTheUncaught(process, {
    survive: (err) => log.error({ err }, 'an error that nothing caught; the app continues'),
    end: (line) => {
      complain(line)
      void stopAll().then(() => process.exit(1))
    },
  })
  if (config.env === 'production') {
    say = (line) => log.info({}, line)
    complain = (line) => log.error({}, line)
  }
  for (const warning of [...config.warnings, sameDiskWarning(config)]) if (warning) complain(warning)

  if (config.processes.web > 0) await refuseTakenPort(config)
  const database_url = await startDatabase(config)
  await migrateDatabase(database_url, { say })
  await takeNewSecret(config, database_url)
  if (config.sandbox) stops.unshift((await startSandboxProcess(config, folder, complain)).stop)
  const signs_in = config.demo ? await fillWithDemo(config, database_url) : []

  const is_dev = process.argv.includes('--dev')
  const { web, workers } = config.processes
  const is_one = is_dev || (web === 1 && workers === 'within')
  if (config.metrics) await watch(config, config.metrics, database_url, is_one, log)
  const port = is_one ? await startWhole(config, database_url, is_dev, log) : await startParts(config, database_url)
  welcome(config, port, signs_in)
}

/** Where SESSION_SECRET was changed, the second steps of logins are carried over first. */
async function takeNewSecret({ session_secret: now, session_secret_before: before }: Config, database_url: string) {
  if (before === null) return
  const { carrySecondSteps } = await import('./carry-second-steps.ts')
  const carried = await carrySecondSteps(database_url, { before, now })
  say(`Second steps carried over to the new SESSION_SECRET: ${carried}. SESSION_SECRET_BEFORE may go now.`)
}

type SignsIn = typeof import('../demo/accounts.ts')['demo_sign_ins']

/** Answers who can log in there. What only watches over others loads neither this nor the app. */
async function fillWithDemo(config: Config, database_url: string): Promise<SignsIn> {
  const [{ fillDemo }, { demo_sign_ins }] = await Promise.all([import('./fill-demo.ts'), import('../demo/accounts.ts')])
  await fillDemo(config, database_url, { say })
  return demo_sign_ins
}

/** Opens the port for Prometheus, in this process alone. */
async function watch(
  config: Config,
  place: { port: number; host: string },
  database_url: string,
  is_one: boolean,
  log: Logger,
): Promise<void> {
  const all = measureThisProcess()
  const database = openDatabase(database_url, 1)
  const wants = { wants_backups: wantsBackups(config, config.database.url === null) }
  const close = await openMetrics(place, createMetrics(database.db, system_clock, log, is_one ? null : all, wants))
  stops.unshift(close, database.close)
}

/** Runs everything in this process. Answers the port. */
async function startWhole(config: Config, database_url: string, is_dev: boolean, log: Logger): Promise<number> {
  const web = is_dev ? await loadDevelopment(folder) : await loadBuild(folder)
  stops.unshift(web.close)
  const { startApp } = await import('./app.ts')
  const app = await startApp(config, database_url, { web, works: true }, system_clock, log)
  stops.unshift(app.stop)
  return app.port
}

/** Runs everything in processes of its own, which this one supervises. Answers their port. */
async function startParts(config: Config, database_url: string): Promise<number> {
  const parts = await supervise(folder, config.processes, { DATABASE_URL: database_url }, { say, complain })
  stops.unshift(parts.stop)
  replaceAll = async () => {
    say('Replacing every process, one after the other.')
    await migrateDatabase(database_url, { say })
    await parts.replaceAll()
  }
  return parts.port
}

async function startDatabase(config: Config): Promise<string> {
  if (config.database.url) return config.database.url
  const postgres = await startPostgres({
    data_dir: config.data_dir,
    log: say,
  })
  stops.unshift(postgres.stop)
  return postgres.url
}

function welcome(config: Config, port: number, signs_in: SignsIn): void {
  const { sandbox, env } = config
  const url = config.public_url.replace(/:0$/, `:${port}`)
  if (env === 'production') {
    say(port ? `ChowGate is open: ${url}` : 'ChowGate works in the background.')
    return
  }
  const lines = [
    port ? `  ChowGate is open:     ${url}` : '  ChowGate works in the background.',
    ...(sandbox
      ? [
          `  Sandbox:              ${sandbox.url}  (test cards, failures on demand)`,
          `  SMS and mails:        ${sandbox.url}/inbox`,
        ]
      : []),
    ...signs_in.map(
      ({ role, email, password }) => `${`  Log in as ${role}:`.padEnd(24)}${email}  (password ${password})`,
    ),
    '  Stop with Ctrl-C.',
  ]
  say(`\n${lines.join('\n')}\n`)
}

let started: Promise<void> | undefined
let stopping: Promise<void> | undefined

/** Waits for a start that is under way, since only then is it known how to stop it. */
function stopAll(how: How = 'at_once'): Promise<void> {
  stopping ??= (async () => {
    await started?.catch(() => {})
    for (const stop of stops) {
      await stop(how).catch((error: unknown) => complain(inWords(error)))
    }
  })()
  return stopping
}

for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP'] as const) {
  // A supervisor that replaces this process wants nobody cut off; a person at the terminal does not want to wait.
  const how = signal === 'SIGTERM' ? 'gently' : 'at_once'
  process.on(signal, () => void stopAll(how).then(() => process.exit(0)))
}

try {
  started = main()
  await started
} catch (error) {
  complain(inWords(whyNot(error)))
  await stopAll()
  process.exit(1)
}
