import { type RunningSandbox, type SandboxOptions, startSandbox } from './start.ts'

const { env } = process

/** Starts, or tells the parent process why it cannot, and ends. */
async function start(options: SandboxOptions): Promise<RunningSandbox> {
  try {
    return await startSandbox(options)
  } catch (error) {
    const { code, port, message } = error as NodeJS.ErrnoException & { port?: number }
    const why = code === 'EADDRINUSE' ? `port ${port} is taken by another program` : message
    if (!process.send) throw error
    process.send({ why }, () => process.exit(1))
    return new Promise(() => {})
  }
}

function needed(name: string): string {
  const value = env[name]
  if (!value) throw new Error(`The sandbox needs ${name}`)
  return value
}

const sandbox = await start({
  ...(env.SANDBOX_HOST ? { host: env.SANDBOX_HOST } : {}),
  public_url: env.SANDBOX_PUBLIC_URL || null,
  port: Number(env.SANDBOX_PORT ?? 4010),
  smtp_port: Number(env.SANDBOX_SMTP_PORT ?? 4025),
  data_dir: env.SANDBOX_DATA_DIR || null,
  webhook_url: env.SANDBOX_WEBHOOK_URL || null,
  inbound_sms_url: env.SANDBOX_INBOUND_SMS_URL || null,
  secret_key: needed('FLUTTERWAVE_SECRET_KEY'),
  public_key: needed('FLUTTERWAVE_PUBLIC_KEY'),
  webhook_secret: needed('FLUTTERWAVE_WEBHOOK_SECRET'),
  paystack_secret_key: needed('PAYSTACK_SECRET_KEY'),
  termii_webhook_url: env.SANDBOX_TERMII_WEBHOOK_URL || null,
  termii_webhook_secret: env.TERMII_WEBHOOK_SECRET || null,
  smarthive_api_key: needed('SMARTHIVE_API_KEY'),
  app_url: needed('PUBLIC_URL'),
})

let ending = false
async function end() {
  if (ending) return
  ending = true
  await sandbox.close()
  process.exit(0)
}

process.on('SIGTERM', end)
process.on('SIGINT', end)
process.on('disconnect', end)

console.log(`sandbox listening on ${sandbox.url}, mail on port ${sandbox.smtp_port}`)
