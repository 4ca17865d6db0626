import './memory.ts'
import { fileURLToPath } from 'node:url'
import { system_clock } from '../domain/clock.ts'
import { type How, startApp } from './app.ts'
import { loadConfig } from './config.ts'
import { beat } from './heartbeat.ts'
import { createLog } from './log.ts'
import { measureThisProcess } from './metrics.ts'
import { whyNot } from './start-error.ts'
import type { PartNews } from './supervise.ts'
import { catchTheUncaught, surviveLostOutput } from './uncaught.ts'
import { loadBuild } from './web.ts'

const folder = fileURLToPath(new URL('..', import.meta.url))
const [part, works] = process.argv.slice(2)
const tell = (news: PartNews) => new Promise((resolve) => process.send?.(news, resolve))

surviveLostOutput(process.stdout, process.stderr)

beat((news) => process.send?.(news, () => {}))

/** Told to stop before it had started, it stops as soon as it has. */
let told: How | undefined
let stop = (how: How, _code = 0): void => {
  told ??= how
}
let lookAgain = (): void => {}

process.on('message', (message: { stop?: How; look?: true }) => {
  if (message.stop) stop(message.stop)
  if (message.look) lookAgain()
})
process.on('SIGTERM', () => stop('gently'))

async function main(): Promise<number> {
  const config = loadConfig(folder)
  const log = createLog(config.log_level)
  const url = config.database.url
  if (!url) throw new Error('A process of the app needs DATABASE_URL from the one that started it')
  if (config.metrics) measureThisProcess()
  const web = part === 'web' ? await loadBuild(folder) : null
  const app = await startApp(config, url, { web, works: part === 'worker' || works !== undefined }, system_clock, log)
  let stopping: Promise<void> | undefined
  stop = (how, code = 0) => {
    stopping ??= app.stop(how).catch((err: unknown) => log.error({ err }, 'not everything could be stopped in order'))
    void stopping.then(() => process.exit(code))
  }
  lookAgain = app.lookAgain
  catchTheUncaught(process, {
    survive: (err) => log.error({ err }, 'an error that nothing caught; the app continues'),
    end: (line) => {
      if (config.env === 'production') log.error({}, line)
      else console.error(line)
      stop('at_once', 1)
    },
  })
  if (told) stop(told)
  return app.port
}

// Ctrl-C reaches every process of a terminal; the parent process decides.
for (const signal of ['SIGINT', 'SIGHUP'] as const) process.on(signal, () => {})

try {
  await tell({ port: await main() })
} catch (error) {
  await tell({ why: String(whyNot(error)) })
  process.exit(1)
}
