import { execFileSync, spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readFileSync,
  rmSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join, resolve } from 'node:path'
import { parseEnv } from 'node:util'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { openDatabase } from '../db/open.ts'
import { users } from '../domain/accounts/tables.ts'
import { DEBIAN_POSTGRES, startDebianPostgres } from './debian-postgres.ts'
import { freePort } from './free-port.ts'
import { patience } from './start-parts.ts'

/** What only a machine with systemd, other users and the internet can do. */
const not_here = [/^sudo apt-get /, /^sudo adduser /, /^npm run build /, /^sudo systemctl /, /^curl /]

const page = readFileSync('docs/deployment.md', 'utf8')
/** The commands of a part of the page, each in one line. */
const commandsOf = (from: string, to: string) =>
  [...page.slice(page.indexOf(from), page.indexOf(to)).matchAll(/^```sh\n([\s\S]*?)^```/gm)]
    .flatMap(([, block = '']) => block.replaceAll('\\\n', '').trim().split('\n'))
    .map((line) => line.replace(/ +/g, ' '))
const canBeWalked = (command: string) => !not_here.some((pattern) => pattern.test(command))
const commands = commandsOf('## By systemd', '## In containers')
const walked = commands.filter(canBeWalked)
const create_admin = walked.find((command) => command.includes('admin:create')) ?? ''

/** The lines of a block of the page, as they are pasted. */
const blockWith = (line: string) =>
  [...page.matchAll(/^```sh\n([\s\S]*?)^```/gm)].map(([, block = '']) => block).filter((block) => block.includes(line))

const programs = [join(DEBIAN_POSTGRES, 'initdb'), '/usr/bin/openssl', '/bin/bash']

/** Walks the commands of docs/deployment.md, in a folder that stands for the root of a machine of its own. */
describe.runIf(programs.every(existsSync))('by systemd, as the page has it', () => {
  const machine = mkdtempSync(join(tmpdir(), 'chowgate-machine-'))
  const at = (path: string) => join(machine, path)
  let postgres: Awaited<ReturnType<typeof startDebianPostgres>>
  let environment: Record<string, string | undefined> = {}

  const folder = at('opt/chowgate')

  /** The same without other users, below the folder, and with the database that was started for it. */
  const here = (command: string) =>
    command
      .replaceAll(/\bsudo (-u \w+ )?/g, '')
      .replaceAll(/ -[og] ("\$USER"|\w+)/g, '')
      .replaceAll(/(?<=\s)\/(etc|opt|srv|var)\//g, `${machine}/$1/`)

  function run(command: string, env: Record<string, string | undefined> = {}): string {
    const { hostname, port, username } = new URL(postgres.admin_url)
    const as_postgres = { PGHOST: hostname, PGPORT: port, PGUSER: username }
    return execFileSync('/bin/bash', ['--norc', '-euo', 'pipefail', '-c', here(command)], {
      cwd: existsSync(folder) ? folder : machine,
      env: { PATH: `${DEBIAN_POSTGRES}:${process.env.PATH}`, HOME: machine, ...as_postgres, ...env },
      encoding: 'utf8',
    })
  }

  async function people() {
    const database = openDatabase(environment.DATABASE_URL ?? '', 1)
    const found = await database.db.select({ name: users.name, role: users.role }).from(users)
    await database.close()
    return found
  }

  /** What these commands need of others than this machine has: the code, and somebody at the editor. */
  async function walk(command: string) {
    if (command.startsWith('git clone ')) return copyCode()
    if (command.startsWith('sudoedit ')) return editSettings()
    run(command)
  }

  /** The code as it stands here, with the packages and the build that are here. */
  function copyCode() {
    const taken = [...readFileSync('.dockerignore', 'utf8').matchAll(/^!(.+)$/gm)].map(([, path = '']) => path)
    for (const path of new Set([...taken, 'deploy'])) cpSync(path, join(folder, path), { recursive: true })
    for (const path of ['node_modules', 'build']) symlinkSync(resolve(path), join(folder, path))
  }

  /** What the page has people write into the file, and ports and places that are free here. */
  async function editSettings() {
    const { hostname, port } = new URL(postgres.admin_url)
    const file = at('etc/chowgate/environment')
    const before = parseEnv(readFileSync(file, 'utf8'))
    environment = {
      ...before,
      PUBLIC_URL: 'https://order.example.com',
      SANDBOX_PUBLIC_URL: 'https://sandbox.order.example.com',
      DATABASE_URL: `postgres://chowgate@${hostname}:${port}/chowgate`,
      DATA_DIR: `${machine}${before.DATA_DIR}`,
      BACKUP_TO: `${machine}${before.BACKUP_TO}`,
      PORT: String(await freePort()),
      METRICS_PORT: String(await freePort()),
      SANDBOX_PORT: String(await freePort()),
      SANDBOX_SMTP_PORT: String(await freePort()),
    }
    writeFileSync(
      file,
      Object.entries(environment)
        .map(([name, value]) => `${name}=${value}\n`)
        .join(''),
    )
  }

  beforeAll(async () => {
    postgres = await startDebianPostgres(DEBIAN_POSTGRES, { superuser: 'postgres' })
    for (const folder of ['etc/systemd/system', 'etc/caddy', 'opt', 'var/lib']) {
      mkdirSync(at(folder), { recursive: true })
    }
  })
  afterAll(async () => {
    await postgres?.stop()
    rmSync(machine, { recursive: true, force: true })
  })

  test('every command does what it says, down to the files of Caddy', async () => {
    expect(walked.length).toBeGreaterThan(10)
    expect(commands.length - walked.length).toBeGreaterThanOrEqual(not_here.length)
    for (const command of walked.filter((one) => one !== create_admin)) await walk(command)
    expect(environment.SESSION_SECRET).toMatch(/^[0-9a-f]{64}$/)
    expect(environment.VAPID_PRIVATE_KEY).toMatch(/^[\w-]{43}$/)
    expect(parseEnv(readFileSync(join(folder, '.env'), 'utf8'))).toEqual(environment)
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
    const app = spawn(at(program), flags.split(' '), {
      cwd: folder,
      env: { PATH: process.env.PATH, ...environment },
      stdio: 'ignore',
    })
    const ended = once(app, 'exit')
    try {
      const health = async () => (await fetch(`http://127.0.0.1:${environment.PORT}/health`)).status
      await vi.waitFor(async () => expect(await health()).toBe(200), patience)
      // By what `.env` leads to.
      expect(run(create_admin)).toContain('https://order.example.com/')
      expect(await people()).toEqual([{ name: 'Ngozi', role: 'admin' }])
    } finally {
      app.kill('SIGTERM')
    }
    expect(await ended).toEqual([0, null])
  })
  test('for real payment there is a new database, which gets its first admin too', async () => {
    const lines = commandsOf('## Real payment', '## Upgrade and roll back').filter(canBeWalked)
    const on_this_machine = lines.filter((line) => !/^(sudoedit|docker) /.test(line))
    expect(on_this_machine.map((line) => /dropdb|createdb|admin:create/.exec(line)?.[0]).filter(Boolean)).toEqual([
      'dropdb',
      'createdb',
      'admin:create',
    ])
    for (const line of on_this_machine) run(line)
    expect(await people()).toEqual([{ name: 'Ngozi', role: 'admin' }])
    expect(existsSync(at('etc/caddy/sites/sandbox.caddy'))).toBe(false)
  })

  test('the next release is built by somebody who may not read the settings', () => {
    const settings = at('etc/chowgate/environment')
    chmodSync(settings, 0)
    try {
      // As far as a build looks for settings: its configuration, and the scripts that are built on their own.
      const build = `
        import { readFileSync } from 'node:fs'
        import { resolveConfig } from 'vite'
        import { oneScript } from './app/page/script-text.ts'
        try { console.log(readFileSync('.env').length) } catch ({ code }) { console.log(code) }
        await resolveConfig({ configFile: 'vite.config.ts', configLoader: 'native' }, 'build', 'production')
        const { code } = await oneScript('app/workers/push-worker.ts', {})
        console.log(code.length > 100)`
      // Root reads every file, unless it is without the right to.
      const [without_rights, ...args] =
        process.getuid?.() === 0
          ? ['setpriv', '--bounding-set=-all', '--inh-caps=-all', process.execPath]
          : [process.execPath]
      expect(
        execFileSync(without_rights ?? '', [...args, '--input-type=module', '--eval', build], {
          cwd: folder,
          env: { PATH: process.env.PATH, HOME: machine },
          encoding: 'utf8',
        }),
      ).toBe('EACCES\ntrue\n')
    } finally {
      chmodSync(settings, 0o640)
    }
  })
})

describe.each(['git pull --ff-only', 'git checkout "$RELEASE_BEFORE"'])('the block with %s', (line) => {
  /** Runs it with programs that only write down that they were called, of which one fails. */
  function paste(failing: string): string[] {
    const programs_folder = mkdtempSync(join(tmpdir(), 'chowgate-programs-'))
    try {
      for (const name of ['git', 'npm', 'sudo']) {
        const program = `#!/bin/sh\necho ${name} "$@"\nexit ${name === failing ? 1 : 0}\n`
        writeFileSync(join(programs_folder, name), program, { mode: 0o755 })
      }
      const [block = ''] = blockWith(line)
      const { stdout } = spawnSync('/bin/bash', ['--norc', '-c', block.replace('/opt/chowgate', programs_folder)], {
        env: { PATH: programs_folder, RELEASE_BEFORE: 'v1' },
        encoding: 'utf8',
      })
      return stdout
        .trim()
        .split('\n')
        .map((said) => said.split(' ').slice(0, 2).join(' '))
    } finally {
      rmSync(programs_folder, { recursive: true, force: true })
    }
  }

  test('goes on to the reload, and never where the build failed or the code did not come', () => {
    const [, verb] = line.split(' ')
    expect(paste('none')).toEqual([`git ${verb}`, 'npm run', 'sudo systemctl'])
    expect(paste('npm')).toEqual([`git ${verb}`, 'npm run'])
    expect(paste('git')).toEqual([`git ${verb}`])
  })
})
