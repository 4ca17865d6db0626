import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Time for its ports to become free, and for a person to read the message when it ends repeatedly. */
const RESTART_AFTER_MS = 1000

/**
 * Runs the stand-in vendors as a separate process, like the real ones. Ends with this process, however that ends; when
 * it ends by itself, `say` is told and it is started again. Throws StartError when it cannot run at all.
 */
export async function startSandboxProcess(
  config: Config,
  folder: string,
  say: (line: string) => void,
): Promise<{ stop(): Promise<void> }> {
  let child = forkSandbox(config, folder)
  let stopping = false
  let timer: ReturnType<typeof setTimeout> | undefined

  const keepRunning = () => {
    child.once('exit', (code, signal) => {
      if (stopping) return
      say(`The sandbox ended unexpectedly (${signal ?? `code ${code}`}); starting it again.`)
      timer = setTimeout(() => {
        child = forkSandbox(config, folder)
        child.stdout?.resume()
        keepRunning()
      }, RESTART_AFTER_MS)
    })
  }

  const why_not = await whyItCannotRun(child)
  if (why_not) {
    throw new StartError(
      `SANDBOX_PORT, SANDBOX_SMTP_PORT: the sandbox cannot start (${why_not}); free it, or set another.`,
    )
  }
  keepRunning()
  return {
    async stop() {
      stopping = true
      clearTimeout(timer)
      if (child.exitCode !== null || child.signalCode !== null) return
      const ended = once(child, 'exit')
      child.kill('SIGTERM')
      await ended
    },
  }
}

function forkSandbox(config: Config, folder: string): ChildProcess {
  const { sandbox, flutterwave, paystack, smarthive, termii, sms_webhook_token: token } = config
  if (!sandbox) throw new Error('The sandbox is off')
  return fork(join(folder, 'sandbox/main.ts'), {
    // Ctrl-C reaches every process of the terminal; the sandbox ends when it is told to, after us.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PUBLIC_URL: sandbox.url,
      // The app itself asks it on localhost; others reach it where they reach the app without a proxy.
      SANDBOX_HOST: ['0.0.0.0', '::'].includes(config.host) ? config.host : '127.0.0.1',
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtp_port),
      SANDBOX_DATA_DIR: join(config.data_dir, 'sandbox'),
      SANDBOX_WEBHOOK_URL: `http://localhost:${config.port}/webhooks/flutterwave`,
      SANDBOX_INBOUND_SMS_URL: `http://localhost:${config.port}/webhooks/inbound-sms/${token}`,
      FLUTTERWAVE_SECRET_KEY: flutterwave.secret_key,
      FLUTTERWAVE_PUBLIC_KEY: flutterwave.public_key,
      FLUTTERWAVE_WEBHOOK_SECRET: flutterwave.webhook_secret,
      PAYSTACK_SECRET_KEY: paystack.secret_key,
      SMARTHIVE_API_KEY: smarthive.api_key,
      SANDBOX_TERMII_WEBHOOK_URL: `http://localhost:${config.port}/webhooks/messages/termii/${token}`,
      TERMII_WEBHOOK_SECRET: termii?.webhook_secret ?? '',
      PUBLIC_URL: config.public_url,
    },
  })
}

/** It prints one line when it listens, and says why when it cannot; null if it runs. */
async function whyItCannotRun(child: ChildProcess): Promise<string | null> {
  let why = 'it ended at once'
  child.on('message', (message: { why?: string }) => {
    why = message.why ?? why
  })
  const ended = once(child, 'exit').then(() => why)
  const running = once(child.stdout ?? child, 'data').then(() => null)
  const outcome = await Promise.race([running, ended])
  child.stdout?.resume()
  return outcome
}
