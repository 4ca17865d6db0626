/**
 * Every setting of the app by its name in the environment, with its rule and its default. `.env.example` explains them
 * to people; `config.ts` derives the rest from them.
 */
import { z } from 'zod'
import { ConfigError } from './start-error.ts'

// The message of each rule says what is allowed and completes the sentence "… must be".

const whole = (min: number, max: number) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,9}$/.test(text) && Number(text) >= min && Number(text) <= max,
      `a whole number from ${min} to ${max}`,
    )
    .transform(Number)

const choice = <const T extends readonly [string, ...string[]]>(...options: T) =>
  z.enum(options, `one of ${options.join(', ')}`)

/** A number of processes, or one of these words. */
const count = <const T extends string>(...words: readonly T[]) =>
  z
    .string()
    .refine(
      (text) => /^\d{1,2}$/.test(text) || words.some((word) => word === text),
      `a whole number from 0 to 99, or ${words.join(' or ')}`,
    )
    .transform((text): T | number => words.find((word) => word === text) ?? Number(text))

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
  PORT: whole(0, 65535).default(3000),
  HOST: text(/^[\w.:-]+$/, 'a host name or an IP address such as 0.0.0.0 or 127.0.0.1').default('0.0.0.0'),
  PUBLIC_URL: text(
    /^https?:\/\/[^/?#@\s]+\/?$/,
    'an address without a path such as https://chowgate.example',
  ).optional(),
  DATA_DIR: z.string().default('./data'),
  DATABASE_URL: address('an address that starts with postgres://', 'postgres:', 'postgresql:').optional(),
  DATABASE_POOL_SIZE: whole(2, 100).optional(),
  LOG_LEVEL: choice('fatal', 'error', 'warn', 'info', 'debug', 'trace', 'silent').default('info'),
  SESSION_SECRET: text(/^.{32,}$/, 'at least 32 characters (try: openssl rand -hex 32)').optional(),
  SESSION_SECRET_BEFORE: text(/^.{32,}$/, 'the SESSION_SECRET of before, at least 32 characters').optional(),
  VAPID_PRIVATE_KEY: text(
    /^[A-Za-z0-9_-]{43}$/,
    '32 bytes in base64url (try: npx web-push generate-vapid-keys)',
  ).optional(),
  DEMO: choice('auto', 'on', 'off').default('auto'),
  WEB: count('auto').default('auto'),
  WORKERS: count('auto', 'within').default('auto'),
  METRICS_PORT: whole(0, 65535).optional(),
  METRICS_HOST: text(/^[\w.:-]+$/, 'a host name or an IP address such as 127.0.0.1').default('127.0.0.1'),
  OTEL_EXPORTER_OTLP_ENDPOINT: web_address().optional(),
  BACKUP_TO: text(
    /^(s3:\/\/[a-z0-9][a-z0-9.-]+(\/[\w-]+)*|(?!\w+:\/\/).+)$/,
    'a folder such as /mnt/backups, or a bucket such as s3://chowgate-backups/main',
  ).optional(),
  BACKUP_HOUR: whole(0, 23).default(3),
  BACKUP_KEEP_DAYS: whole(1, 400).default(7),
  BACKUP_KEEP_WEEKS: whole(0, 400).default(4),
  BACKUP_S3_REGION: z.string().optional(),
  BACKUP_S3_ENDPOINT: web_address().optional(),
  BACKUP_S3_ACCESS_KEY_ID: z.string().optional(),
  BACKUP_S3_SECRET_ACCESS_KEY: z.string().optional(),
  TRUST_PROXY: choice('on', 'off').default('off'),
  ADMIN_TWO_FACTOR: choice('auto', 'on', 'off').default('auto'),

  SANDBOX: choice('auto', 'on', 'off').default('auto'),
  SANDBOX_PORT: whole(0, 65535).default(3010),
  SANDBOX_SMTP_PORT: whole(0, 65535).default(3011),
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
  TERMII_API_KEY: z.string().optional(),
  TERMII_BASE_URL: web_address().default('https://v3.api.termii.com'),
  TERMII_SENDER: text(/^[A-Za-z0-9]{3,11}$/, '3 to 11 letters and digits').default('ChowGate'),
  TERMII_CHANNEL: choice('dnd', 'generic').default('dnd'),
  TERMII_WEBHOOK_SECRET: z.string().optional(),
  SMS_WEBHOOK_TOKEN: text(/^[\w-]{24,100}$/, '24 to 100 letters, digits, - and _').optional(),
  SMS_REPLY_NUMBER: text(/^\+?\d{4,15}$/, 'a number such as 07001234567, or a short code').optional(),
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

export const setting_names: readonly string[] = Object.keys(settings.shape)
export type Settings = z.infer<typeof settings>
export type Environment = Record<string, string | undefined>

/** These are never repeated in a message. */
const holds_secret = /KEY|SECRET|TOKEN|DATABASE_URL|SMTP_URL/
const our_prefixes = /^(BACKUP|DATABASE|SANDBOX|FLUTTERWAVE|PAYSTACK|SMARTHIVE|TERMII|NOMINATIM|GEOCODER|S3|SMS)_/
/** With the sandbox on these have no effect, so that no real key is used with pretended payments. */
const real_providers_only =
  /^(FLUTTERWAVE|PAYSTACK)_|^(SMARTHIVE|TERMII)_(API_KEY|BASE_URL|WEBHOOK_SECRET)|^NOMINATIM_|^(SMTP_URL|SMS_(WEBHOOK_TOKEN|REPLY_NUMBER))$/

/** Checks each setting by itself; an empty one counts as not set. Throws ConfigError with one line. */
export function parseSettings(env: Environment): Settings {
  const set = withoutEmpty(env)
  const parsed = settings.safeParse(set)
  if (!parsed.success) throw refusal(parsed.error, set)
  return parsed.data
}

function withoutEmpty(env: Environment): Record<string, string> {
  return Object.fromEntries(
    Object.entries(env).flatMap(([name, value]) => (value?.trim() ? [[name, value.trim()]] : [])),
  )
}

function refusal(error: z.ZodError, set: Environment): ConfigError {
  const issue = error.issues[0]
  const name = String(issue?.path[0])
  const found = holds_secret.test(name) ? 'the value given (not shown)' : `"${set[name]}"`
  return new ConfigError(`${name}: ${found} is not allowed, it must be ${issue?.message}.`)
}

/** The value of a setting that another one requires. Throws ConfigError. */
export function required(s: Settings, name: keyof Settings, when: string): string {
  const value = s[name]
  if (typeof value === 'string') return value
  throw new ConfigError(`${name} is missing: it is required ${when}.`)
}

/** Lines for the log: settings that look mistyped, and those that have no effect while the sandbox is on. */
export function settingsWarnings(env: Environment, sandbox: boolean): string[] {
  const names = Object.keys(withoutEmpty(env))
  const unknown = names.filter((name) => our_prefixes.test(name) && !setting_names.includes(name))
  const unused = names.filter((name) => sandbox && !unknown.includes(name) && real_providers_only.test(name))
  return [
    ...unknown.map((name) => `${name} is not a setting of this app: is it mistyped? See .env.example.`),
    ...unused.map((name) => `${name} has no effect while the sandbox is on.`),
    ...(sandbox && env['PUBLIC_URL']?.startsWith('https:') && !names.includes('SANDBOX_PUBLIC_URL')
      ? ['SANDBOX_PUBLIC_URL is missing: only a browser on this machine can pay at the sandbox.']
      : []),
  ]
}
