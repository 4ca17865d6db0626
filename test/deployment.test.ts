import { existsSync, readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { readConfig } from '../server/config.ts'
import { HEALTH } from '../server/drain.ts'
import { setting_names } from '../server/settings.ts'
import { STOP_MS } from '../server/supervise.ts'
import { real_settings } from './real-settings.ts'

/** Follows docs/deployment.md as far as a machine without systemd, root and the internet can. */

const read = (path: string) => readFileSync(path, 'utf8')
const page = read('docs/deployment.md')
const unit = read('deploy/systemd/chowgate.service')
const environment = read('deploy/systemd/environment')
const containerfile = read('deploy/container/Containerfile')
const compose = read('deploy/container/compose.yml')
const caddyfile = read('deploy/container/Caddyfile')
const npm: { scripts: Record<string, string> } = JSON.parse(read('package.json'))

const commands = [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].flatMap(([, block = '']) => block.trim().split('\n'))
/** What a command of the page names, e.g. the folder after `git clone`. */
const named = (command: RegExp) => commands.map((line) => command.exec(line)?.[1]).find((found) => found !== undefined)
/** Every value that the unit gives an option. */
const option = (name: string) => [...unit.matchAll(new RegExp(`^${name}=(.*)$`, 'gm'))].map(([, value = '']) => value)

/** The lines of an environment file; those of real payment too, where they are asked for. */
function settingsOf(text: string, real_payment: boolean): Record<string, string> {
  const lines = text.matchAll(real_payment ? /^#?([A-Z][A-Z0-9_]+)=(.*)$/gm : /^([A-Z][A-Z0-9_]+)=(.*)$/gm)
  return Object.fromEntries([...lines].map(([, name, value = '']) => [name, value]))
}

/** What people fill in, and what would else be made in the data folder. */
const filled = { SESSION_SECRET: 'x'.repeat(32), VAPID_PRIVATE_KEY: 'k'.repeat(43) }
const config = readConfig({ ...settingsOf(environment, false), ...filled }, '/opt/chowgate')

describe('the page', () => {
  test('names npm commands that there are', () => {
    const scripts = [...page.matchAll(/\bnpm run ([\w:]+)/g)].map(([, script = '']) => script)
    expect(scripts).toContain('build')
    expect(scripts.filter((script) => !(script in npm.scripts))).toEqual([])
  })

  test('names files that there are', () => {
    const paths = page.match(/(?<![\w/.])(\.\.\/)?(app|deploy|docs|domain|server|test)\/[\w./-]*\w/g) ?? []
    const names = paths.map((path) => path.replace(/^\.\.\//, ''))
    // In deploy/container the first file is taken from the folder beside it.
    const beside = names.map((path) => (path.startsWith('systemd/') ? `deploy/${path}` : path))
    expect(beside).toContain('deploy/systemd/chowgate.service')
    expect(beside.filter((path) => !existsSync(path))).toEqual([])
  })

  test('names settings that there are', () => {
    const settings = [...page.matchAll(/`([A-Z][A-Z0-9]*_[A-Z0-9_]+)\b|`([A-Z][A-Z0-9_]*)=/g)].map(
      ([, alone, given]) => alone ?? given ?? '',
    )
    expect(settings).toContain('SANDBOX')
    const ofCompose = (name: string) => compose.includes(`\${${name}:`)
    expect(settings.filter((name) => !setting_names.includes(name) && !ofCompose(name))).toEqual([])
  })

  test('names options that the unit has', () => {
    const options = [...page.matchAll(/`([A-Z][a-z]+[A-Za-z]*)=([^`]*)`/g)]
    expect(options.map(([, name]) => name)).toContain('Restart')
    for (const [, name = '', value = ''] of options) {
      expect(option(name), name).toEqual(value ? [value] : [expect.any(String)])
    }
  })

  test('tells haproxy the word by which a process says that it stops', () => {
    expect(read('server/drain.ts')).toContain(/http-check expect ! string (\w+)/.exec(page)?.[1])
    expect(page).toContain(`option httpchk GET ${HEALTH}`)
  })

  test('has Prometheus read where the app tells its figures', () => {
    const { host, port } = config.metrics ?? {}
    expect(page).toContain(`targets: ["${host}:${port}"]`)
    // In containers too: the port of this machine leads to where the app listens in its own network.
    const app = compose.slice(compose.indexOf('  app:\n'), compose.indexOf('  postgres:\n'))
    expect(app).toContain('      METRICS_HOST: 0.0.0.0\n')
    expect(app).toContain(`      METRICS_PORT: "${port}"\n`)
    expect(app).toContain(`    ports: ["${host}:${port}:${port}"]\n`)
  })
})

describe('the environment file', () => {
  test('is one of production behind a proxy, with the sandbox until there are keys', () => {
    expect(config).toMatchObject({
      env: 'production',
      host: '127.0.0.1',
      trust_proxy: true,
      demo: false,
      sandbox: expect.any(Object),
      warnings: [],
    })
  })

  test('takes real money when the lines below are filled in, and needs each of them', () => {
    const { SANDBOX: _, ...real } = settingsOf(environment, true)
    expect(Object.keys(real_settings).filter((name) => !(name in real))).toEqual([])
    const env: Record<string, string> = { ...real, ...filled, ...real_settings }
    expect(readConfig(env, '/opt/chowgate')).toMatchObject({ sandbox: null, demo: false, warnings: [] })
    for (const name of Object.keys(real_settings)) {
      expect(() => readConfig({ ...env, [name]: '' }, '/opt/chowgate')).toThrow(new RegExp(`^${name} is missing`))
    }
  })

  test('has no setting that is none, and no secret', () => {
    const settings = settingsOf(environment, true)
    expect(Object.keys(settings).filter((name) => !setting_names.includes(name))).toEqual([])
    const secret = Object.entries(settings).filter(([name, value]) => /KEY|SECRET|SMTP/.test(name) && value !== '')
    expect(secret).toEqual([])
  })
})

describe('the lines of a machine among several', () => {
  const [services = '', lines = ''] = read('deploy/cluster/machine.env').split(/^# \/etc\/chowgate\/environment.*$/m)

  test('make of the environment file one whose app haproxy reaches, with pictures that all share', () => {
    const { SANDBOX: _, SANDBOX_PUBLIC_URL: __, ...one } = settingsOf(environment, true)
    const ours = settingsOf(lines, false)
    expect(Object.keys(ours).filter((name) => !setting_names.includes(name))).toEqual([])
    const keys = Object.fromEntries(Object.entries(ours).map(([name, value]) => [name, value || 'filled-in']))
    const endpoint = { BACKUP_S3_ENDPOINT: 'https://s3.example.com' }
    const taken = readConfig({ ...one, ...keys, ...endpoint, ...filled, ...real_settings }, '/opt/chowgate')
    expect(taken).toMatchObject({
      processes: { web: 2, workers: 1 },
      files: { kind: 's3' },
      backups: { to: { disk: { kind: 's3' } } },
      warnings: [],
    })
    expect(`${taken.host}:${taken.port}`).toBe(settingsOf(services, false)['WEB1'])
    expect(taken.metrics?.host).toBe(taken.host)
  })
})

describe('the unit', () => {
  test('runs what the page puts there, as the user that the page makes', () => {
    const folder = named(/^git clone \S+ (\S+)$/)
    expect(option('WorkingDirectory')).toEqual([folder])
    expect(option('User')).toEqual([named(/^sudo adduser .*\b(\w+)$/)])
    expect(option('EnvironmentFile')).toEqual([named(/^sudo install -m 0640 .* (\S+)$/)])
    expect(option('Documentation')).toEqual([`file://${folder}/docs/deployment.md`])
    const [program, ...rest] = option('ExecStart')[0]?.split(' ') ?? []
    expect(program).toBe(`${folder}/node_modules/.bin/node`)
    expect(existsSync(rest.at(-1) ?? '')).toBe(true)
  })

  test('lets the app write to its data folder and its backups alone', () => {
    expect(option('StateDirectory').map((name) => `/var/lib/${name}`)).toEqual([config.data_dir])
    expect(option('ProtectSystem')).toEqual(['strict'])
    expect(option('NoNewPrivileges')).toEqual(['yes'])
    expect(option('ReadWritePaths')).toEqual([`-${config.backups.to.words}`])
  })

  test('waits for as long as the app needs to let go of everybody', () => {
    expect(Number(option('TimeoutStopSec')[0])).toBeGreaterThan((2 * STOP_MS) / 1000)
    expect(Number.parseInt(/stop_grace_period: (\d+)s/.exec(compose)?.[1] ?? '', 10)).toBe(
      Number(option('TimeoutStopSec')[0]),
    )
    expect([option('KillSignal'), option('KillMode')]).toEqual([['SIGTERM'], ['mixed']])
    expect(read('server/main-program.ts')).toContain("process.on('SIGUSR2'")
    expect(option('ExecReload')).toEqual(['/bin/kill -USR2 $MAINPID'])
  })
})

describe('the image, and what stands beside it', () => {
  test('build on the Node.js that the app runs on', () => {
    const lock: { packages: Record<string, { version: string }> } = JSON.parse(read('package-lock.json'))
    expect(containerfile).toContain(`/node:${lock.packages['node_modules/node']?.version}-`)
  })

  test('start the app as the unit and `npm start` do', () => {
    const flag = /--max-semi-space-size=\d+/
    const flags = [unit, containerfile, read('scripts/start.mjs')].map((text) => flag.exec(text)?.[0])
    expect(new Set(flags).size).toBe(1)
    expect(containerfile).toMatch(/^CMD \["server\/main\.ts"\]$/m)
  })

  test('are made of all that the build reads', () => {
    const taken = [...read('.dockerignore').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
    const inputs = /const inputs = \[([^\]]*)\]/.exec(read('scripts/build.mjs'))?.[1] ?? ''
    const folders = [...inputs.matchAll(/'(\w[^'/]*)/g)].map(([, path = '']) => path)
    expect(folders).toContain('app')
    expect(folders.filter((path) => !taken.includes(path))).toEqual([])
    expect(taken.filter((path) => !existsSync(path))).toEqual([])
    const copied = [containerfile, read('deploy/container/postgres.Containerfile')].flatMap((file) =>
      [...file.matchAll(/^COPY (?!--from=)(?:--\S+ )*(.+) \S+$/gm)].flatMap(([, sources = '']) => sources.split(' ')),
    )
    expect(copied).toContain('deploy/pgbackrest/pgbackrest.conf')
    const isTaken = (path: string) => path === '.' || taken.some((one) => path === one || path.startsWith(`${one}/`))
    expect(copied.filter((path) => !existsSync(path) || !isTaken(path))).toEqual([])
  })

  test('run as users of their own, without capabilities, on a root that cannot be written to', () => {
    const services =
      compose
        .split(/^volumes:$/m)[0]
        ?.split(/^ {2}(?=\w+:$)/m)
        .slice(1) ?? []
    expect(services.map((service) => service.split(':')[0])).toEqual(['app', 'postgres', 'caddy'])
    for (const service of services) {
      expect(service).toContain('    cap_drop: [ALL]\n')
      expect(service).not.toContain('cap_add')
      expect(service).toContain('    read_only: true\n')
      const file = /dockerfile: ([\w./-]+)/.exec(service)?.[1] ?? ''
      expect(`${service}${read(file)}`).toMatch(/^ {4}user: postgres$|^USER (\d+):\1$/m)
    }
  })

  test('are built one after the other, where one is made of the other', () => {
    expect(read('deploy/container/postgres.Containerfile')).toContain('ARG APP_IMAGE=chowgate\n')
    expect(compose).toMatch(/^ {2}app:\n {4}build: .*\n {4}image: chowgate\n/m)
    const built = commands.filter((line) => /^docker compose (build|up)/.test(line))
    expect(built).toEqual(['docker compose build app', 'docker compose up -d --build'])
  })

  test('take for a bucket what the file of pgBackRest does', () => {
    const wanted = [...read('deploy/pgbackrest/pgbackrest.conf').matchAll(/^#(repo1-[\w-]+)=/gm)].map(
      ([, name = '']) => `PGBACKREST_${name.toUpperCase().replaceAll('-', '_')}`,
    )
    const offered = Object.keys(settingsOf(read('deploy/container/postgres.env.example'), true))
    expect(wanted).toContain('PGBACKREST_REPO1_S3_BUCKET')
    expect(wanted.filter((name) => !offered.includes(name))).toEqual([])
  })

  test('start no more processes than their memory holds', () => {
    const given = (name: string) => Number.parseInt(new RegExp(`\\$\\{${name}:-(\\d+)`).exec(compose)?.[1] ?? '', 10)
    const each_mb = Number(/Some (\d+) MB for each process/.exec(read('docs/decisions/085-processes.md'))?.[1])
    // Those that serve and work, the sandbox, and the one that watches.
    const needed_mb = (given('WEB') + given('WORKERS') + 2) * each_mb
    expect(needed_mb).toBeLessThan(given('APP_MEMORY') * 1024)
  })

  test('agree about ports', () => {
    const at = `:${config.port}`
    expect(containerfile).toContain(`EXPOSE ${config.port}\n`)
    expect(containerfile).toContain(`http://127.0.0.1${at}${HEALTH}`)
    expect(containerfile).toContain(`PORT=${config.port} `)
    expect(compose).toContain(`APP: app${at}\n`)
    expect(compose).toContain(`PORT: "${config.port}"\n`)
    expect(caddyfile).toContain(`{$APP:127.0.0.1${at}}`)
    expect(page).toContain(`curl http://127.0.0.1${at}${HEALTH}`)
  })

  test('read the files that the page has people make', () => {
    const files = [...compose.matchAll(/env_file: (\S+)/g)].map(([, file]) => file)
    expect(files.filter((file) => !commands.some((line) => line.endsWith(` ${file}`)))).toEqual([])
    expect(read('.gitignore')).toContain('/deploy/container/*.env\n')
  })
})
