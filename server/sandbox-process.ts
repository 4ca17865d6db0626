import { fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import type { Config } from './config.ts'
import { StartError } from './start-error.ts'

/** Runs the stand-in vendors as a process of their own, as the real ones are. Ends with this process, however that ends. */
export async function startSandboxProcess(
  config: Config,
  folder: string,
): Promise<{ stop(): Promise<void> }> {
  const { sandbox, flutterwave, paystack, smarthive } = config
  if (!sandbox) throw new Error('The sandbox is off')
  const child = fork(join(folder, 'sandbox/main.ts'), {
    // Ctrl-C reaches every process of the terminal; the sandbox ends when it is told, after us.
    detached: true,
    stdio: ['ignore', 'pipe', 'inherit', 'ipc'],
    env: {
      ...process.env,
      SANDBOX_PUBLIC_URL: sandbox.url,
      SANDBOX_PORT: String(sandbox.port),
      SANDBOX_SMTP_PORT: String(sandbox.smtp_port),
      SANDBOX_DATA_DIR: join(config.data_dir, 'sandbox'),
      SANDBOX_WEBHOOK_URL: `http://localhost:${config.port}/webhooks/flutterwave`,
      FLUTTERWAVE_SECRET_KEY: flutterwave.secret_key,
      FLUTTERWAVE_PUBLIC_KEY: flutterwave.public_key,
      FLUTTERWAVE_WEBHOOK_SECRET: flutterwave.webhook_secret,
      PAYSTACK_SECRET_KEY: paystack.secret_key,
      SMARTHIVE_API_KEY: smarthive.api_key,
      PUBLIC_URL: config.public_url,
    },
  })
  const ended = once(child, 'exit')
  // It says one line, when it listens.
  const said_ready = once(child.stdout ?? child, 'data').then(() => true)
  const ready = await Promise.race([said_ready, ended.then(() => false)])
  child.stdout?.resume()
  if (!ready)
    throw new StartError(`SANDBOX_PORT: the sandbox cannot run on port ${sandbox.port}; is it taken?`)
  return {
    async stop() {
      if (child.exitCode === null) child.kill('SIGTERM')
      await ended
    },
  }
}
