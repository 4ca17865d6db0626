/** The options of a sandbox. Ports may be 0: any free one. */
export type SandboxOptions = {
  host?: string
  port: number
  smtp_port: number
  /** The folder of the books; null keeps them in memory, lost when it closes. */
  data_dir: string | null
  webhook_url: string | null
  /** Where the SMS gateway posts text messages that people send to the product; null for nowhere. */
  inbound_sms_url?: string | null
  secret_key: string
  public_key: string
  webhook_secret: string
  paystack_secret_key: string
  smarthive_api_key: string
  termii_api_key?: string
  /** Where Termii posts its delivery reports, as set in its console; null for nowhere. */
  termii_webhook_url?: string | null
  /** Signs them. */
  termii_webhook_secret?: string | null
  /** How a browser reaches this server, if not at the address it listens on. */
  public_url?: string | null
  /** The product's own address, for links on the sandbox's pages. */
  app_url: string
  /** Flutterwave waits 30 minutes between retries; here it is shorter. */
  webhook_retry_seconds?: number
  /** How many sandbox seconds pass in a real one: every wait but a hang is divided by it. */
  time_scale?: number
}

export type Settings = Required<SandboxOptions>

export function completeOptions(options: SandboxOptions): Settings {
  return {
    ...options,
    public_url: options.public_url ?? null,
    inbound_sms_url: options.inbound_sms_url ?? null,
    host: options.host ?? '127.0.0.1',
    termii_api_key: options.termii_api_key ?? 'sandbox-termii-key',
    termii_webhook_url: options.termii_webhook_url ?? null,
    termii_webhook_secret: options.termii_webhook_secret ?? null,
    webhook_retry_seconds: options.webhook_retry_seconds ?? 10,
    time_scale: options.time_scale ?? 1,
  }
}
