/**
 * The settings of the app: the only file that reads `process.env`. `.env.example` explains each of them.
 * A setting that cannot be right stops the start with one line that names it.
 */
import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join, resolve } from 'node:path'
import { z } from 'zod'

export class ConfigError extends Error {
  override name = 'ConfigError'
}

type Files =
  | { readonly kind: 'folder'; readonly folder: string }
  | {
      readonly kind: 's3'
      readonly bucket: string
      readonly region: string
      readonly endpoint: string
      readonly access_key_id: string
      readonly secret_access_key: string
    }

/** `url` is how a browser reaches the sandbox; the app itself speaks to it on localhost. */
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
  readonly smarthive: { readonly base_url: string; readonly api_key: string; readonly sender: string }
  readonly mail: { readonly smtp_url: string; readonly from: string }
  readonly nominatim: { readonly base_url: string; readonly email: string | null; readonly city: string }
}

export type Config = Providers & {
  readonly env: 'development' | 'test' | 'production'
  readonly port: number
  readonly host: string
  readonly public_url: string
  readonly data_dir: string
  /** `url` is null when the app runs its own PostgreSQL in `data_dir`. */
  readonly database: { readonly url: string | null; readonly pool_size: number }
  readonly log_level: z.infer<typeof settings>['LOG_LEVEL']
  readonly sandbox: SandboxPlace | null
  readonly files: Files
  readonly session_secret: string
  readonly demo: boolean
  readonly worker: boolean
  /** Lines for the log: settings that look mistyped or have no effect. */
  readonly warnings: readonly string[]
}

// The message of each rule says what is allowed and completes the sentence "… must be".

const whole = (fallback: number, min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `a whole number from ${min} to ${max}`,
    )
    .transform(Number)
    .default(fallback)

const choice = <const T extends readonly [string, ...string[]]>(...options: T) =>
  z.enum(options, `one of ${options.join(', ')}`)

const text = (pattern: RegExp, allowed: string) => z.string().regex(pattern, allowed)

/** An address without a slash at its end, so that paths can be appended. */
const address = (allowed: string, ...schemes: string[]) =>
  z
    .string()
    .refine((value) => URL.canParse(value) && schemes.includes(new URL(value).protocol), allowed)
    .transform((value) => value.replace(/\/+$/, ''))

const web_address = () => address('an address that starts with http:// or https://', 'http:', 'https:')

const host_list = z
  .string()
  .transform((value) => value.split(/[\s,]+/).filter(Boolean))
  .refine(
    (hosts) => hosts.every((host) => /^https?:\/\/(\*\.)?[a-z0-9.-]+(:\d+)?$/i.test(host)),
    'hosts such as https://checkout.example.com or https://*.example.com, separated by commas',
  )
  .default([])

const settings = z.object({
  NODE_ENV: choice('development', 'test', 'production').default('development'),
  PORT: whole(3000, 0, 65535),
  HOST: text(/^[\w.:-]+$/, 'a host name or an IP address such as 0.0.0.0 or 127.0.0.1').default('0.0.0.0'),
  PUBLIC_URL: text(
    /^https?:\/\/[^/?#@\s]+\/?$/,
    'an address without a path such as https://chowgate.example',
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('an address that starts with postgres://', 'postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: whole(20, 2, 100),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  SESSION_SECRET: text(/^.{32,}$/, 'at least 32 characters (try: openssl rand -hex 32)').optional(),
  DEMO: choice('auto', 'on', 'off').default('auto'),
  WORKERS: choice('on', 'off').default('on'),

  SANDBOX: choice('auto', 'on', 'off').default('auto'),
  SANDBOX_PORT: whole(3010, 0, 65535),
  SANDBOX_SMTP_PORT: whole(3011, 0, 65535),
  SANDBOX_PUBLIC_URL: web_address().optional(),

  FLUTTERWAVE_PUBLIC_KEY: text(/^FLWPUBK(_TEST)?-\S+$/, 'a key that starts with FLWPUBK').optional(),
  FLUTTERWAVE_SECRET_KEY: text(/^FLWSECK(_TEST)?-\S+$/, 'a key that starts with FLWSECK').optional(),
  FLUTTERWAVE_WEBHOOK_SECRET: text(/^\S{8,}$/, 'at least 8 characters without spaces').optional(),
  FLUTTERWAVE_BASE_URL: web_address().default('https://api.flutterwave.com/v3'),
  FLUTTERWAVE_SCRIPT_URL: web_address().default('https://checkout.flutterwave.com/v3.js'),
  FLUTTERWAVE_CSP_HOSTS: host_list,
  PAYSTACK_SECRET_KEY: text(/^sk_(test|live)_\S+$/, 'a key that starts with sk_test_ or sk_live_').optional(),
  PAYSTACK_BASE_URL: web_address().default('https://api.paystack.co'),
  SMARTHIVE_API_KEY: z.string().optional(),
  SMARTHIVE_BASE_URL: web_address().default('https://api.smarthivesms.com'),
  SMARTHIVE_SENDER: text(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits').default('ChowGate'),
  SMTP_URL: address('an address that starts with smtp:// or smtps://', 'smtp:', 'smtps:').optional(),
  MAIL_FROM: text(
    /^([^<>@]+<[^<>@\s]+@[^<>@\s]+>|[^<>@\s]+@[^<>@\s]+)$/,
    'an address such as ChowGate <orders@chowgate.example>',
  ).optional(),
  NOMINATIM_BASE_URL: web_address().default('https://nominatim.openstreetmap.org'),
  NOMINATIM_EMAIL: text(/^[^@\s]+@[^@\s]+$/, 'an e-mail address').optional(),
  GEOCODER_CITY: z.string().default('Akure, Ondo State, Nigeria'),

  FILES: choice('folder', 's3').default('folder'),
  S3_BUCKET: z.string().optional(),
  S3_REGION: z.string().optional(),
  S3_ENDPOINT: web_address().optional(),
  S3_ACCESS_KEY_ID: z.string().optional(),
  S3_SECRET_ACCESS_KEY: z.string().optional(),
})

type Settings = z.infer<typeof settings>
type Environment = Record<string, string | undefined>

/** These are never repeated in a message. */
const holds_secret = /KEY|SECRET|DATABASE_URL|SMTP_URL/
const our_prefixes = /^(DATABASE|SANDBOX|FLUTTERWAVE|PAYSTACK|SMARTHIVE|NOMINATIM|GEOCODER|S3)_/
/** With the sandbox on these have no effect, so that no real key meets a pretended payment. */
const real_providers_only = /^(FLUTTERWAVE|PAYSTACK)_|^SMARTHIVE_(API_KEY|BASE_URL)|^NOMINATIM_|^SMTP_URL$/

/** Reads `.env` in `folder`, where present, and the environment, which wins. Throws ConfigError. */
export function loadConfig(folder: string): Config {
  const file = join(folder, '.env')
  if (existsSync(file)) process.loadEnvFile(file)
  return readConfig(process.env, folder)
}

/**
 * Checks the settings in `env`. A relative DATA_DIR is taken from `folder`; without a SESSION_SECRET one is made
 * and kept in DATA_DIR. Throws ConfigError with one line that names the setting and says what is allowed.
 */
export function readConfig(env: Environment, folder: string): Config {
  const set = Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
  const parsed = settings.safeParse(set)
  if (!parsed.success) throw refusal(parsed.error, set)

  const s = parsed.data
  const sandbox = sandboxPlace(s)
  const data_dir = resolve(folder, s.DATA_DIR)
  if (s.NODE_ENV === 'production' && !sandbox) required(s, 'PUBLIC_URL', 'in production')
  return {
    env: s.NODE_ENV,
    port: s.PORT,
    host: s.HOST,
    public_url: publicUrl(s),
    data_dir,
    database: { url: s.DATABASE_URL ?? null, pool_size: s.DATABASE_POOL_SIZE },
    log_level: s.LOG_LEVEL,
    sandbox,
    ...(sandbox ? sandboxProviders(sandbox, s) : realProviders(s)),
    files: files(s, data_dir),
    session_secret: sessionSecret(s, data_dir),
    demo: s.DEMO === 'auto' ? sandbox !== null : s.DEMO === 'on',
    worker: s.WORKERS === 'on',
    warnings: warnings(set, sandbox !== null),
  }
}

function refusal(error: z.ZodError, set: Environment): ConfigError {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  const found = holds_secret.test(name) ? 'the value given (not shown)' : `"${set[name]}"`
  return new ConfigError(`${name}: ${found} is not allowed, it must be ${issue?.message}.`)
}

function required(s: Settings, name: keyof Settings, when: string): string {
  const value = s[name]
  if (typeof value === 'string') return value
  throw new ConfigError(`${name} is missing: it is required ${when}.`)
}

function sandboxPlace(s: Settings): SandboxPlace | null {
  if (s.SANDBOX === 'off' || (s.SANDBOX === 'auto' && s.FLUTTERWAVE_SECRET_KEY)) return null
  if (s.SANDBOX === 'auto' && s.NODE_ENV === 'production') {
    throw new ConfigError(
      'FLUTTERWAVE_SECRET_KEY is missing: it is required in production, or set SANDBOX=on to run without real payments.',
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

/** The addresses and keys of the stand-in vendors. The names of senders and of the city stay the app's own. */
export function sandboxProviders(
  place: SandboxPlace,
  own: Pick<Settings, 'SMARTHIVE_SENDER' | 'MAIL_FROM' | 'GEOCODER_CITY'>,
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
    },
    mail: {
      smtp_url: `smtp://localhost:${place.smtp_port}`,
      from: own.MAIL_FROM ?? 'ChowGate <orders@chowgate.example>',
    },
    nominatim: { base_url: `${inside}/nominatim`, email: null, city: own.GEOCODER_CITY },
  }
}

function realProviders(s: Settings): Providers {
  const when = 'when the sandbox is off'
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
    },
    mail: { smtp_url: required(s, 'SMTP_URL', when), from: required(s, 'MAIL_FROM', when) },
    nominatim: { base_url: s.NOMINATIM_BASE_URL, email: s.NOMINATIM_EMAIL ?? null, city: s.GEOCODER_CITY },
  }
}

function publicUrl(s: Settings): string {
  const url = new URL(s.PUBLIC_URL ?? `http://localhost:${s.PORT}`)
  const local = ['localhost', '127.0.0.1', '[::1]'].includes(url.hostname)
  if (s.NODE_ENV === 'production' && url.protocol !== 'https:' && !local) {
    throw new ConfigError(
      `PUBLIC_URL: "${url.origin}" is not allowed, it must start with https:// in production.`,
    )
  }
  return url.origin
}

function files(s: Settings, data_dir: string): Files {
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
  const file = join(data_dir, 'session-secret')
  try {
    mkdirSync(data_dir, { recursive: true })
    if (!existsSync(file)) writeFileSync(file, randomBytes(32).toString('hex'), { mode: 0o600, flag: 'wx' })
    return readFileSync(file, 'utf8')
  } catch (error) {
    const reason = error instanceof Error ? error.message : String(error)
    throw new ConfigError(`DATA_DIR: "${data_dir}" must be a folder that the app may write to (${reason}).`)
  }
}

function warnings(set: Environment, sandbox: boolean): string[] {
  const names = Object.keys(set)
  const unknown = names.filter((name) => our_prefixes.test(name) && !Object.hasOwn(settings.shape, name))
  const unused = names.filter((name) => sandbox && !unknown.includes(name) && real_providers_only.test(name))
  return [
    ...unknown.map((name) => `${name} is not a setting of this app: is it mistyped? See .env.example.`),
    ...unused.map((name) => `${name} has no effect while the sandbox is on.`),
  ]
}
