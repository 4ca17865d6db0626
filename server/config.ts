/**
 * The settings of the app: the only file that reads `process.env`. `.env.example` explains each of them. An invalid
 * setting stops the start with one line that names it.
 */
import { existsSync } from 'node:fs'
import { availableParallelism } from 'node:os'
import { join, resolve } from 'node:path'
import type { DiskSettings } from '../adapters/files/open-disk.ts'
import type { WebPushSettings } from '../adapters/messages/web-push.ts'
import { brand } from '../domain/brand.ts'
import { type BackupSettings, backupSettings } from './backup/backup-settings.ts'
import { isVapidKey, keptSecret } from './kept-secret.ts'
import { type Environment, parseSettings, required, type Settings, settingsWarnings } from './settings.ts'
import { ConfigError } from './start-error.ts'

/** Of a hundred some stay free for database administrators; each process uses one more to listen. */
const MOST_CONNECTIONS = 90

/** `url` is how a browser reaches the sandbox; the app itself calls it on localhost. */
type SandboxPlace = { readonly port: number; readonly smtp_port: number; readonly url: string }

type Providers = {
  readonly flutterwave: {
    readonly base_url: string
    readonly script_url: string
    readonly public_key: string
    readonly secret_key: string
    readonly webhook_secret: string
    /** Every host that the payment window may load scripts, frames and data from. */
    readonly csp_hosts: readonly string[]
  }
  readonly paystack: { readonly base_url: string; readonly secret_key: string }
  readonly smarthive: {
    readonly base_url: string
    readonly api_key: string
    readonly sender: string
    readonly report_url: string | null
  }
  /** The second SMS gateway; null if there is none. */
  readonly termii: {
    readonly base_url: string
    readonly api_key: string
    readonly sender: string
    readonly channel: 'dnd' | 'generic'
    readonly webhook_secret: string | null
  } | null
  /** The secret part of the webhooks' address that only the gateways know; null if they have no webhook. */
  readonly sms_webhook_token: string | null
  /** The rented number that takes kitchens' answers by text message; null if there is none. */
  readonly sms_reply_number: string | null
  readonly mail: { readonly smtp_url: string; readonly from: string }
  readonly nominatim: { readonly base_url: string; readonly email: string | null; readonly city: string }
}

/**
 * How many processes answer requests, and how many work in the background; `within`: those that answer also do that.
 */
export type Processes = { readonly web: number; readonly workers: number | 'within' }

export type Config = Providers & {
  readonly env: 'development' | 'test' | 'production'
  readonly port: number
  readonly host: string
  readonly public_url: string
  readonly data_dir: string
  /** `url` is null when the app runs its own PostgreSQL in `data_dir`. */
  readonly database: { readonly url: string | null; readonly pool_size: number }
  readonly log_level: Settings['LOG_LEVEL']
  readonly sandbox: SandboxPlace | null
  readonly files: DiskSettings
  readonly backups: BackupSettings
  readonly session_secret: string
  readonly session_secret_before: string | null
  readonly push: WebPushSettings
  readonly demo: boolean
  readonly processes: Processes
  /** Where Prometheus may ask; null if it is off. */
  readonly metrics: { readonly port: number; readonly host: string } | null
  /** The OpenTelemetry collector that traces are sent to; null where there is none, and nothing is traced. */
  readonly traces: string | null
  readonly trust_proxy: boolean
  readonly admin_two_factor: boolean
  /** Lines for the log: settings that look mistyped or have no effect. */
  readonly warnings: readonly string[]
}

/** Reads `.env` in `folder`, if present, and the environment, which wins. Throws ConfigError. */
export function loadConfig(folder: string): Config {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(process.env, folder)
}

/** React and others pick their fast build by this variable when they are first imported; unset means the slow one. */
export function preferProductionLibraries(): void {
  process.env.NODE_ENV ||= 'production'
}

/**
 * Checks the settings in `env`. A relative DATA_DIR is resolved from `folder`; without a SESSION_SECRET one is made and
 * stored in DATA_DIR. Throws ConfigError with one line that names the setting and says what is allowed.
 */
export function readConfig(env: Environment, folder: string): Config {
  const s = parseSettings(env)
  const sandbox = sandboxPlace(s)
  const data_dir = resolve(folder, s.DATA_DIR)
  const demo = s.DEMO === 'auto' ? sandbox !== null : s.DEMO === 'on'
  if (s.NODE_ENV === 'production' && !sandbox) required(s, 'PUBLIC_URL', 'in production')
  return {
    env: s.NODE_ENV,
    port: s.PORT,
    host: s.HOST,
    public_url: publicUrl(s),
    data_dir,
    database: { url: s.DATABASE_URL ?? null, pool_size: s.DATABASE_POOL_SIZE ?? poolSize(processes(s)) },
    log_level: s.LOG_LEVEL,
    sandbox,
    ...(sandbox ? sandboxProviders(sandbox, s) : realProviders(s)),
    files: files(s, data_dir),
    backups: backupSettings(s, data_dir, folder),
    session_secret: sessionSecret(s, data_dir),
    session_secret_before: s.SESSION_SECRET_BEFORE ?? null,
    push: push(s, sandbox, data_dir),
    demo,
    processes: processes(s),
    metrics: s.METRICS_PORT === undefined ? null : { port: s.METRICS_PORT, host: s.METRICS_HOST },
    traces: s.OTEL_EXPORTER_OTLP_ENDPOINT ?? null,
    trust_proxy: s.TRUST_PROXY === 'on',
    admin_two_factor: s.ADMIN_TWO_FACTOR === 'auto' ? !demo : s.ADMIN_TWO_FACTOR === 'on',
    warnings: settingsWarnings(env, sandbox !== null),
  }
}

/** In production one web process per core, except one core for the database, and a worker; else one process in all. */
function processes(s: Settings): Processes {
  const is_split = s.NODE_ENV === 'production' && availableParallelism() > 1
  const web = s.WEB === 'auto' ? (is_split ? availableParallelism() - 1 : 1) : s.WEB
  const workers = s.WORKERS === 'auto' ? (is_split ? 1 : 'within') : s.WORKERS
  if (web === 0 && workers === 'within') {
    throw new ConfigError('WORKERS: without a process that answers requests (WEB=0) it must be a number.')
  }
  if (web === 0 && workers === 0) throw new ConfigError('WEB, WORKERS: one of them must be more than 0.')
  return { web, workers }
}

/** Twenty per process, or less if that would exceed PostgreSQL's default limit. */
function poolSize({ web, workers }: Processes): number {
  const parts = web + (workers === 'within' ? 0 : workers)
  return Math.max(2, Math.min(20, Math.floor(MOST_CONNECTIONS / parts) - 1))
}

function sandboxPlace(s: Settings): SandboxPlace | null {
  if (s.SANDBOX === 'off' || (s.SANDBOX === 'auto' && s.FLUTTERWAVE_SECRET_KEY)) return null
  if (s.SANDBOX === 'auto' && s.NODE_ENV === 'production') {
    throw new ConfigError(
      'FLUTTERWAVE_SECRET_KEY is missing: it is required in production, or set SANDBOX=on to run without real ' +
        'payments.',
    )
  }
  const ports = [s.PORT, s.SANDBOX_PORT, s.SANDBOX_SMTP_PORT].filter((port) => port !== 0)
  if (new Set(ports).size < ports.length) {
    throw new ConfigError(
      `SANDBOX_PORT: PORT, SANDBOX_PORT and SANDBOX_SMTP_PORT must differ (now ${ports.join(', ')}).`,
    )
  }
  return {
    port: s.SANDBOX_PORT,
    smtp_port: s.SANDBOX_SMTP_PORT,
    url: s.SANDBOX_PUBLIC_URL ?? `http://localhost:${s.SANDBOX_PORT}`,
  }
}

/** The addresses and keys of the stand-in vendors. Sender names and the city stay the app's own. */
export function sandboxProviders(
  place: SandboxPlace,
  own: Pick<Settings, 'PORT' | 'SMARTHIVE_SENDER' | 'TERMII_SENDER' | 'TERMII_CHANNEL' | 'MAIL_FROM' | 'GEOCODER_CITY'>,
): Providers {
  const inside = `http://localhost:${place.port}`
  return {
    flutterwave: {
      base_url: `${inside}/flutterwave/v3`,
      script_url: `${place.url}/flutterwave/v3.js`,
      public_key: 'FLWPUBK_TEST-sandbox0000000000-X',
      secret_key: 'FLWSECK_TEST-sandbox0000000000-X',
      webhook_secret: 'sandbox-webhook-secret',
      csp_hosts: [new URL(place.url).origin],
    },
    paystack: { base_url: `${inside}/paystack`, secret_key: 'sk_test_sandbox0000000000' },
    smarthive: {
      base_url: `${inside}/smarthive`,
      api_key: 'sandbox-smarthive-key',
      sender: own.SMARTHIVE_SENDER,
      report_url: smarthiveReports(`http://localhost:${own.PORT}`, SANDBOX_TOKEN),
    },
    termii: {
      base_url: `${inside}/termii`,
      api_key: 'sandbox-termii-key',
      sender: own.TERMII_SENDER,
      channel: own.TERMII_CHANNEL,
      webhook_secret: 'sandbox-termii-secret',
    },
    sms_webhook_token: SANDBOX_TOKEN,
    sms_reply_number: '07000000000',
    mail: {
      smtp_url: `smtp://localhost:${place.smtp_port}`,
      from: own.MAIL_FROM ?? 'ChowGate <orders@chowgate.example>',
    },
    nominatim: { base_url: `${inside}/nominatim`, email: null, city: own.GEOCODER_CITY },
  }
}

const SANDBOX_TOKEN = 'sandbox-sms-webhook-token'

const smarthiveReports = (origin: string, token: string) => `${origin}/webhooks/messages/smarthive/${token}`

function realProviders(s: Settings): Providers {
  const when = 'when the sandbox is off'
  const token = s.SMS_WEBHOOK_TOKEN ?? null
  const secret_key = required(s, 'FLUTTERWAVE_SECRET_KEY', when)
  const public_key = required(s, 'FLUTTERWAVE_PUBLIC_KEY', when)
  if (secret_key.includes('_TEST-') !== public_key.includes('_TEST-')) {
    throw new ConfigError(
      'FLUTTERWAVE_PUBLIC_KEY: both Flutterwave keys must be test keys (with _TEST) or both live keys.',
    )
  }
  return {
    flutterwave: {
      base_url: s.FLUTTERWAVE_BASE_URL,
      script_url: s.FLUTTERWAVE_SCRIPT_URL,
      public_key,
      secret_key,
      webhook_secret: required(s, 'FLUTTERWAVE_WEBHOOK_SECRET', when),
      csp_hosts: [
        new URL(s.FLUTTERWAVE_SCRIPT_URL).origin,
        'https://*.flutterwave.com',
        'https://api.ravepay.co',
        ...s.FLUTTERWAVE_CSP_HOSTS,
      ],
    },
    paystack: { base_url: s.PAYSTACK_BASE_URL, secret_key: required(s, 'PAYSTACK_SECRET_KEY', when) },
    smarthive: {
      base_url: s.SMARTHIVE_BASE_URL,
      api_key: required(s, 'SMARTHIVE_API_KEY', when),
      sender: s.SMARTHIVE_SENDER,
      report_url: token && smarthiveReports(publicUrl(s), token),
    },
    termii: s.TERMII_API_KEY
      ? {
          base_url: s.TERMII_BASE_URL,
          api_key: s.TERMII_API_KEY,
          sender: s.TERMII_SENDER,
          channel: s.TERMII_CHANNEL,
          webhook_secret: s.TERMII_WEBHOOK_SECRET ?? null,
        }
      : null,
    sms_webhook_token: token,
    sms_reply_number: s.SMS_REPLY_NUMBER ?? null,
    mail: { smtp_url: required(s, 'SMTP_URL', when), from: required(s, 'MAIL_FROM', when) },
    nominatim: { base_url: s.NOMINATIM_BASE_URL, email: s.NOMINATIM_EMAIL ?? null, city: s.GEOCODER_CITY },
  }
}

function publicUrl(s: Settings): string {
  const url = new URL(s.PUBLIC_URL ?? `http://localhost:${s.PORT}`)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (s.NODE_ENV === 'production' && url.protocol !== 'https:' && !local) {
    throw new ConfigError(`PUBLIC_URL: "${url.origin}" is not allowed, it must start with https:// in production.`)
  }
  return url.origin
}

function files(s: Settings, data_dir: string): DiskSettings {
  if (s.FILES === 'folder') return { kind: 'folder', folder: join(data_dir, 'files') }
  const when = 'when FILES=s3'
  return {
    kind: 's3',
    bucket: required(s, 'S3_BUCKET', when),
    region: required(s, 'S3_REGION', when),
    endpoint: required(s, 'S3_ENDPOINT', when),
    access_key_id: required(s, 'S3_ACCESS_KEY_ID', when),
    secret_access_key: required(s, 'S3_SECRET_ACCESS_KEY', when),
  }
}

function sessionSecret(s: Settings, data_dir: string): string {
  if (s.SESSION_SECRET || s.NODE_ENV === 'production') return required(s, 'SESSION_SECRET', 'in production')
  return keptSecret(data_dir, 'session-secret')
}

function push(s: Settings, sandbox: SandboxPlace | null, data_dir: string): WebPushSettings {
  const public_url = publicUrl(s)
  if (s.VAPID_PRIVATE_KEY && !isVapidKey(s.VAPID_PRIVATE_KEY)) {
    throw new ConfigError('VAPID_PRIVATE_KEY: the value given (not shown) is not a private key of P-256.')
  }
  return {
    private_key: s.VAPID_PRIVATE_KEY ?? keptSecret(data_dir, 'vapid-private-key'),
    subject: public_url.startsWith('https:') ? public_url : `mailto:${brand.support_email}`,
    other_services: sandbox ? [`http://localhost:${sandbox.port}`] : [],
  }
}
