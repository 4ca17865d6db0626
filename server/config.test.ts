import { mkdtempSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { real_settings } from '../test/real-settings.ts'
import { loadConfig, readConfig } from './config.ts'
import { setting_names } from './settings.ts'
import { ConfigError } from './start-error.ts'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'chowgate-config-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const read = (env: Record<string, string | undefined> = {}) => readConfig(env, folder)

const production = {
  ...real_settings,
  NODE_ENV: 'production',
  PUBLIC_URL: 'https://chowgate.example',
  SESSION_SECRET: 'x'.repeat(32),
}

describe('without any setting', () => {
  test('the app runs on port 3000 with its own database, the sandbox and the demo campus', () => {
    expect(read()).toMatchObject({
      env: 'development',
      port: 3000,
      public_url: 'http://localhost:3000',
      data_dir: join(folder, 'data'),
      database: { url: null, pool_size: 20 },
      sandbox: { port: 3010, smtp_port: 3011, url: 'http://localhost:3010' },
      files: { kind: 'folder', folder: join(folder, 'data', 'files') },
      demo: true,
      processes: { web: 1, workers: 'within' },
      warnings: [],
    })
  })

  test('all providers are the sandbox', () => {
    const config = read()
    expect(config.flutterwave.base_url).toBe('http://localhost:3010/flutterwave/v3')
    expect(config.flutterwave.script_url).toBe('http://localhost:3010/flutterwave/v3.js')
    expect(config.paystack.base_url).toBe('http://localhost:3010/paystack')
    expect(config.smarthive.base_url).toBe('http://localhost:3010/smarthive')
    expect(config.nominatim.base_url).toBe('http://localhost:3010/nominatim')
    expect(config.mail.smtp_url).toBe('smtp://localhost:3011')
  })

  test('the session secret is made once, kept, and readable by its owner only', () => {
    const secret = read().session_secret
    expect(secret).toMatch(/^[0-9a-f]{64}$/)
    expect(read().session_secret).toBe(secret)
    expect(statSync(join(folder, 'data', 'session-secret')).mode & 0o777).toBe(0o600)
  })
})

describe('what is kept in DATA_DIR', () => {
  test.each([
    ['session-secret', ''],
    ['session-secret', 'garbage'],
    ['vapid-private-key', ''],
    ['vapid-private-key', 'not a key'],
    // Zero is not a valid private key of the curve.
    ['vapid-private-key', 'A'.repeat(43)],
  ])('a %s that is damaged (%j) stops the start with one line', (name, content) => {
    const data_dir = mkdtempSync(join(folder, 'damaged-'))
    writeFileSync(join(data_dir, name), content)
    const start = () => read({ DATA_DIR: data_dir })
    expect(start).toThrow(ConfigError)
    expect(start).toThrow(/^DATA_DIR: the secret in \S+ is damaged; put it back from a backup, or remove [^\n]+$/)
    expect(readFileSync(join(data_dir, name), 'utf8')).toBe(content)
  })

  test.each(['/proc/self/no-folder', '/dev/null/no-folder', `/tmp/${'x'.repeat(300)}`])(
    'a DATA_DIR that cannot exist (%s) is refused at once, with one line',
    (data_dir) => {
      expect(() => read({ DATA_DIR: data_dir })).toThrow(
        /^DATA_DIR: "[^"]+" must be a folder that the app may write to \([^\n]+\)\.$/,
      )
    },
  )
})

describe('the key of web push', () => {
  test('is made once, kept, and a key; another may be set', () => {
    const { private_key, other_services } = read().push
    expect(private_key).toMatch(/^[A-Za-z0-9_-]{43}$/)
    expect(other_services).toEqual(['http://localhost:3010'])
    expect(read().push.private_key).toBe(private_key)
    expect(statSync(join(folder, 'data', 'vapid-private-key')).mode & 0o777).toBe(0o600)
    expect(read({ VAPID_PRIVATE_KEY: 'k'.repeat(43) }).push.private_key).toBe('k'.repeat(43))
    expect(() => read({ VAPID_PRIVATE_KEY: 'A'.repeat(43) })).toThrow(ConfigError)
  })

  test('without the sandbox only real push services are called, and they may write to us', () => {
    expect(read(production).push).toMatchObject({ subject: 'https://chowgate.example', other_services: [] })
    expect(read().push.subject).toBe('mailto:help@chowgate.ng')
  })
})

describe('settings that change others', () => {
  test('an empty setting counts as not set', () => {
    expect(read({ PORT: '', DATABASE_URL: ' ' })).toMatchObject({ port: 3000, database: { url: null } })
  })

  test('another port changes the public address', () => {
    expect(read({ PORT: '8080' }).public_url).toBe('http://localhost:8080')
  })

  test('a browser may reach the sandbox at an address of its own', () => {
    const { flutterwave } = read({ SANDBOX_PUBLIC_URL: 'https://pay.example/sandbox/' })
    expect(flutterwave.script_url).toBe('https://pay.example/sandbox/flutterwave/v3.js')
    expect(flutterwave.csp_hosts).toEqual(['https://pay.example'])
    expect(flutterwave.base_url).toBe('http://localhost:3010/flutterwave/v3')
  })

  test('a Flutterwave key turns the sandbox and the demo campus off', () => {
    const config = read({ ...real_settings, FLUTTERWAVE_CSP_HOSTS: 'https://pay.example, https://*.pay.example' })
    expect(config).toMatchObject({ sandbox: null, demo: false })
    expect(config.flutterwave.base_url).toBe('https://api.flutterwave.com/v3')
    expect(config.flutterwave.csp_hosts).toContain('https://checkout.flutterwave.com')
    expect(config.flutterwave.csp_hosts).toContain('https://*.pay.example')
  })

  test('with the sandbox on, a real key is never used, and the log says so', () => {
    const config = read({ ...real_settings, SANDBOX: 'on' })
    expect(config.flutterwave.secret_key).not.toBe(real_settings.FLUTTERWAVE_SECRET_KEY)
    expect(config.warnings).toContain('FLUTTERWAVE_SECRET_KEY has no effect while the sandbox is on.')
  })

  test('production runs with its keys, or in the sandbox when asked by name', () => {
    expect(read(production)).toMatchObject({ env: 'production', sandbox: null })
    const asked = { NODE_ENV: 'production', SANDBOX: 'on', SESSION_SECRET: 'x'.repeat(32) }
    expect(read(asked).sandbox).not.toBeNull()
  })

  test('files go to S3 when all of its settings are there', () => {
    const s3 = {
      S3_BUCKET: 'photos',
      S3_REGION: 'eu-west-1',
      S3_ENDPOINT: 'https://s3.example/',
      S3_ACCESS_KEY_ID: 'id',
      S3_SECRET_ACCESS_KEY: 'key',
    }
    expect(read({ FILES: 's3', ...s3 }).files).toEqual({
      kind: 's3',
      bucket: 'photos',
      region: 'eu-west-1',
      endpoint: 'https://s3.example',
      access_key_id: 'id',
      secret_access_key: 'key',
    })
  })

  test('a name with one of our prefixes that we do not know is reported', () => {
    const { warnings } = read({ FLUTTERWAVE_SECRET: 'x', PATH: '/bin' })
    expect(warnings).toEqual(['FLUTTERWAVE_SECRET is not a setting of this app: is it mistyped? See .env.example.'])
  })

  test('a sandbox that only this machine reaches is reported where others order', () => {
    const behind_proxy = { SANDBOX: 'on', PUBLIC_URL: 'https://chowgate.example' }
    const line = 'SANDBOX_PUBLIC_URL is missing: only a browser on this machine can pay at the sandbox.'
    expect(read(behind_proxy).warnings).toEqual([line])
    expect(read({ ...behind_proxy, SANDBOX_PUBLIC_URL: 'https://sandbox.chowgate.example' }).warnings).toEqual([])
    expect(read({ SANDBOX: 'on' }).warnings).toEqual([])
  })

  test('.env is read, and the real environment wins', () => {
    writeFileSync(join(folder, '.env'), 'PORT=4001\nSMARTHIVE_SENDER=FromFile\n')
    const before = { ...process.env }
    process.env.PORT = '4002'
    try {
      expect(loadConfig(folder)).toMatchObject({ port: 4002, smarthive: { sender: 'FromFile' } })
    } finally {
      process.env = before
    }
  })
})

describe('one line names the setting that is refused', () => {
  const refused: [string, Record<string, string>, RegExp][] = [
    ['NODE_ENV', { NODE_ENV: 'prod' }, /"prod".*development, test, production/],
    ['PORT', { PORT: '80a' }, /"80a".*whole number from 0 to 65535/],
    ['PORT', { PORT: '70000' }, /"70000".*whole number from 0 to 65535/],
    ['HOST', { HOST: 'http://x' }, /"http:\/\/x".*host name or an IP address/],
    ['PUBLIC_URL', { PUBLIC_URL: 'chowgate.example' }, /address without a path/],
    ['PUBLIC_URL', { PUBLIC_URL: 'https://chowgate.example/shop' }, /address without a path/],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: 'http://chowgate.example' }, /https:\/\/ in production/],
    ['PUBLIC_URL', { ...production, PUBLIC_URL: '' }, /missing.*in production/],
    ['DATA_DIR', { DATA_DIR: '/dev/null/data' }, /folder that the app may write to/],
    ['DATABASE_URL', { DATABASE_URL: 'mysql://u:hidden@db/x' }, /starts with postgres:\/\//],
    ['DATABASE_POOL_SIZE', { DATABASE_POOL_SIZE: '1' }, /whole number from 2 to 100/],
    ['LOG_LEVEL', { LOG_LEVEL: 'loud' }, /"loud".*fatal, error, warn/],
    ['SESSION_SECRET', { SESSION_SECRET: 'hidden' }, /at least 32 characters/],
    ['SESSION_SECRET', { ...production, SESSION_SECRET: '' }, /missing.*in production/],
    ['SESSION_SECRET_BEFORE', { SESSION_SECRET_BEFORE: 'hidden' }, /at least 32 characters/],
    ['DEMO', { DEMO: 'yes' }, /"yes".*auto, on, off/],
    ['WEB', { WEB: 'two' }, /"two".*whole number from 0 to 99, or auto/],
    ['WORKERS', { WORKERS: 'on' }, /"on".*whole number from 0 to 99, or auto or within/],
    ['WORKERS', { WEB: '0', WORKERS: 'within' }, /must be a number/],
    ['WEB', { WEB: '0', WORKERS: '0' }, /one of them must be more than 0/],
    ['SANDBOX', { SANDBOX: 'true' }, /"true".*auto, on, off/],
    ['SANDBOX_PORT', { PORT: '3010' }, /must differ/],
    ['SANDBOX_SMTP_PORT', { SANDBOX_SMTP_PORT: '-1' }, /whole number/],
    ['SANDBOX_PUBLIC_URL', { SANDBOX_PUBLIC_URL: 'ftp://x' }, /http:\/\/ or https:\/\//],
    ['FLUTTERWAVE_SECRET_KEY', { ...production, FLUTTERWAVE_SECRET_KEY: '' }, /missing.*SANDBOX=on/],
    ['FLUTTERWAVE_SECRET_KEY', { FLUTTERWAVE_SECRET_KEY: 'FLWPUBK-hidden-X' }, /starts with FLWSECK/],
    ['FLUTTERWAVE_SECRET_KEY', { SANDBOX: 'off' }, /missing.*sandbox is off/],
    ['FLUTTERWAVE_PUBLIC_KEY', { ...real_settings, FLUTTERWAVE_PUBLIC_KEY: 'FLWSECK-hidden-X' }, /starts with FLWPUBK/],
    ['FLUTTERWAVE_PUBLIC_KEY', { ...real_settings, FLUTTERWAVE_PUBLIC_KEY: '' }, /missing/],
    ['FLUTTERWAVE_PUBLIC_KEY', { ...real_settings, FLUTTERWAVE_PUBLIC_KEY: 'FLWPUBK_TEST-a-X' }, /both live keys/],
    ['FLUTTERWAVE_WEBHOOK_SECRET', { ...real_settings, FLUTTERWAVE_WEBHOOK_SECRET: 'hidden' }, /at least 8 characters/],
    ['FLUTTERWAVE_WEBHOOK_SECRET', { ...real_settings, FLUTTERWAVE_WEBHOOK_SECRET: '' }, /missing/],
    ['FLUTTERWAVE_BASE_URL', { FLUTTERWAVE_BASE_URL: 'api' }, /http:\/\/ or https:\/\//],
    ['FLUTTERWAVE_SCRIPT_URL', { FLUTTERWAVE_SCRIPT_URL: '/v3.js' }, /http:\/\/ or https:\/\//],
    ['FLUTTERWAVE_CSP_HOSTS', { FLUTTERWAVE_CSP_HOSTS: "https://a.example; script-src 'x'" }, /separated by commas/],
    ['PAYSTACK_SECRET_KEY', { PAYSTACK_SECRET_KEY: 'pk_live_hidden' }, /sk_test_ or sk_live_/],
    ['PAYSTACK_SECRET_KEY', { ...real_settings, PAYSTACK_SECRET_KEY: '' }, /missing/],
    ['PAYSTACK_BASE_URL', { PAYSTACK_BASE_URL: 'x' }, /http:\/\/ or https:\/\//],
    ['SMARTHIVE_API_KEY', { ...real_settings, SMARTHIVE_API_KEY: '' }, /missing/],
    ['SMARTHIVE_BASE_URL', { SMARTHIVE_BASE_URL: 'x' }, /http:\/\/ or https:\/\//],
    ['TERMII_BASE_URL', { TERMII_BASE_URL: 'x' }, /http:\/\/ or https:\/\//],
    ['TERMII_SENDER', { TERMII_SENDER: 'ChowGate Akure' }, /"ChowGate Akure".*3 to 11/],
    ['TERMII_CHANNEL', { TERMII_CHANNEL: 'loud' }, /one of dnd, generic/],
    ['SMARTHIVE_SENDER', { SMARTHIVE_SENDER: 'ChowGate Akure' }, /"ChowGate Akure".*3 to 11/],
    ['SMTP_URL', { SMTP_URL: 'mail.example' }, /starts with smtp:\/\//],
    ['SMTP_URL', { ...real_settings, SMTP_URL: '' }, /missing/],
    ['MAIL_FROM', { MAIL_FROM: 'ChowGate' }, /"ChowGate".*address such as/],
    ['MAIL_FROM', { ...real_settings, MAIL_FROM: '' }, /missing/],
    ['NOMINATIM_BASE_URL', { NOMINATIM_BASE_URL: 'x' }, /http:\/\/ or https:\/\//],
    ['NOMINATIM_EMAIL', { NOMINATIM_EMAIL: 'x' }, /"x".*e-mail address/],
    ['FILES', { FILES: 'disk' }, /"disk".*folder, s3/],
    ['S3_ENDPOINT', { S3_ENDPOINT: 'x' }, /http:\/\/ or https:\/\//],
    ['S3_BUCKET', { FILES: 's3' }, /missing.*FILES=s3/],
  ]

  test.each(refused)('%s %o', (name, env, says) => {
    let refusal: unknown
    try {
      read(env)
    } catch (error) {
      refusal = error
    }
    expect(refusal).toBeInstanceOf(ConfigError)
    const line = refusal instanceof Error ? refusal.message : ''
    expect(line).toMatch(says)
    expect(line.startsWith(name)).toBe(true)
    expect(line).not.toContain('\n')
    expect(line).not.toContain('hidden')
  })
})

test('.env.example explains every setting and no other', () => {
  const example = readFileSync(new URL('../.env.example', import.meta.url), 'utf8')
  const explained = [...example.matchAll(/^#?\s?([A-Z][A-Z0-9_]+)=/gm)].map((match) => match[1]).sort()
  expect(explained).toEqual(setting_names.toSorted())
})
