import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, mkdtempSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { users } from '../domain/accounts/tables.ts'
import { DEBIAN_POSTGRES, startDebianPostgres } from './debian-postgres.ts'
import { freePort } from './free-port.ts'
import { patience } from './start-parts.ts'

/** What only a machine with systemd, root's rights and the internet can do; the code stands where the tests run. */
const not_here = [
  /^sudo apt-get /,
  /^sudo adduser /,
  /^sudo install -d -o "\$USER" \/opt\/chowgate$/,
  /^git clone /,
  /^cd \/opt\/chowgate$/,
  /^npm run build /,
  /^sudoedit /,
  /^ln -s .* \.env$/,
  /^sudo systemctl /,
  /^curl /,
]

const page = readFileSync('docs/deployment.md', 'utf8')
const section = page.slice(page.indexOf('## By systemd'), page.indexOf('## In containers'))
const commands = [...section.matchAll(/^```sh\n([\s\S]*?)^```/gm)]
  .flatMap(([, block = '']) => block.replaceAll('\\\n', '').trim().split('\n'))
  .map((line) => line.replace(/ +/g, ' '))
const walked = commands.filter((command) => !not_here.some((pattern) => pattern.test(command)))
const create_admin = walked.find((command) => command.includes('admin:create')) ?? ''

const programs = [join(DEBIAN_POSTGRES, 'initdb'), '/usr/bin/openssl', '/bin/bash']

/** Walks the commands of docs/deployment.md, in a folder that stands for the root of a machine of its own. */
describe.runIf(programs.every(existsSync))('by systemd, as the page has it', () => {
  const machine = mkdtempSync(join(tmpdir(), 'chowgate-machine-'))
  const at = (path: string) => join(machine, path)
  let postgres: Awaited<ReturnType<typeof startDebianPostgres>>
  let environment: Record<string, string | undefined> = {}

  /** The same without other users, below the folder, and with the database that was started for it. */
  const here = (command: string) =>
    command
      .replaceAll(/\bsudo (-u \w+ )?/g, '')
      .replaceAll(/ -[og] \w+/g, '')
      .replaceAll(/(?<=\s)\/(etc|opt|srv|var)\//g, `${machine}/$1/`)

  function run(command: string, env: Record<string, string | undefined> = {}): string {
    const { hostname, port, username } = new URL(postgres.admin_url)
    const as_postgres = { PGHOST: hostname, PGPORT: port, PGUSER: username }
    return execFileSync('/bin/bash', ['--norc', '-euo', 'pipefail', '-c', here(command)], {
      env: { PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}`, HOME: machine, ...as_postgres, ...env },
      encoding: 'utf8',
    })
  }

  beforeAll(async () => {
    postgres = await startDebianPostgres(DEBIAN_POSTGRES, { superuser: 'postgres' })
    for (const folder of ['etc/systemd/system', 'etc/caddy', 'opt', 'var/lib']) {
      mkdirSync(at(folder), { recursive: true })
    }
    symlinkSync(resolve('.'), at('opt/chowgate'))
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(machine, { recursive: true, force: true })
  })

  test('every command does what it says, down to the files of Caddy', () => {
    expect(walked.length).toBeGreaterThan(10)
    expect(commands.length - walked.length).toBeGreaterThanOrEqual(not_here.length)
    for (const command of walked.filter((one) => one !== create_admin)) run(command)
    const file = readFileSync(at('etc/chowgate/environment'), 'utf8')
    environment = parseEnv(file)
    expect(environment.SESSION_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(environment.VAPID_PRIVATE_KEY).toMatch(/^[\w-]{43}$/)
    expect(readFileSync(at('etc/caddy/Caddyfile'), 'utf8')).toContain('order.example.com')
    expect(readFileSync(at('etc/caddy/sites/sandbox.caddy'), 'utf8')).toContain('sandbox.order.example.com')
  })

  test.runIf(existsSync('/usr/bin/caddy'))('Caddy takes them', () => {
    const caddyfile = readFileSync(at('etc/caddy/Caddyfile'), 'utf8').replace('/etc/caddy/', at('etc/caddy/'))
    writeFileSync(at('etc/caddy/Caddyfile'), caddyfile)
    run(`/usr/bin/caddy adapt --adapter caddyfile --config ${at('etc/caddy/Caddyfile')}`)
  })

  test('the unit starts the app with them, which is open, gets its first admin and stops when told', async () => {
    const unit = readFileSync(at('etc/systemd/system/chowgate.service'), 'utf8')
    const [, program = '', flags = ''] = /^ExecStart=(\S+) (.*)$/m.exec(unit) ?? []
    // What the page has people write into the file, and ports that are free here.
    const { hostname, port } = new URL(postgres.admin_url)
    const edited = {
      ...environment,
      PUBLIC_URL: 'https://order.example.com',
      SANDBOX_PUBLIC_URL: 'https://sandbox.order.example.com',
      DATABASE_URL: `postgres://chowgate@${hostname}:${port}/chowgate`,
      DATA_DIR: `${machine}${environment.DATA_DIR}`,
      BACKUP_TO: `${machine}${environment.BACKUP_TO}`,
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
    }
    const app = spawn(at(program), flags.split(' '), {
      cwd: at('opt/chowgate'),
      env: { PATH: process.env.PATH, ...edited },
      stdio: 'ignore',
    })
    const ended = once(app, 'exit')
    try {
      const health = async () => (await fetch(`http://127.0.0.1:${edited.PORT}/health`)).status
      await vi.waitFor(async () => expect(await health()).toBe(200), patience)
      expect(run(create_admin, edited)).toContain('https://order.example.com/')
      const database = openDatabase(edited.DATABASE_URL, 1)
      expect(await database.db.select({ name: users.name, role: users.role }).from(users)).toEqual([
        { name: 'Ngozi', role: 'admin' },
      ])
      await database.close()
    } finally {
      app.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
  })
})
