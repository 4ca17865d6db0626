import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { chmodSync, mkdirSync, mkdtempSync, readFileSync, realpathSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import pg from 'pg'
import { afterAll, afterEach, beforeAll, describe, expect, test, vi } from 'vitest'
import { createDatabase, dropDatabase, type Postgres, startPostgres } from './postgres.ts'
import { StartError } from './start-error.ts'

let data_dir: string
const logged: string[] = []
const started: Postgres[] = []

async function start(): Promise<Postgres> {
  const postgres = await startPostgres({ data_dir, durable: false, log: (line) => logged.push(line) })
  started.push(postgres)
  return postgres
}

beforeAll(() => {
  data_dir = openFolder()
})
afterEach(async () => {
  logged.splice(0)
  await Promise.all(started.splice(0).map((postgres) => postgres.stop()))
})
afterAll(() => rmSync(data_dir, { recursive: true, force: true }))

/** A temporary folder that PostgreSQL's user can enter when the tests run as root. */
function openFolder(): string {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate postgres-'))
  chmodSync(folder, 0o755)
  return folder
}

async function ask(url: string, sql: string): Promise<unknown[][]> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    return (await client.query({ text: sql, rowMode: 'array' })).rows
  } finally {
    await client.end()
  }
}

/** Another process that has the database open, like an app that is then killed. */
async function startInAnotherProcess(): Promise<ChildProcess> {
  const program = `
    import { startPostgres } from ${JSON.stringify(new URL('./postgres.ts', import.meta.url).href)}
    await startPostgres({ data_dir: ${JSON.stringify(data_dir)}, durable: false, log() {} })
    console.log('ready')
    setInterval(() => {}, 1000)`
  const child = spawn(process.execPath, ['--input-type=module', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  await once(createInterface(child.stdout), 'line')
  return child
}

async function kill(child: ChildProcess): Promise<void> {
  child.kill('SIGKILL')
  await once(child, 'exit')
}

const cluster = (file: string) => join(realpathSync(join(data_dir, 'postgres')), 'cluster', file)

describe('the app’s own PostgreSQL', { timeout: 60_000 }, () => {
  test('makes the app’s database, in UTF-8 and UTC, and keeps it over a stop', async () => {
    const first = await start()
    expect(logged).toEqual([expect.stringContaining('first start only')])
    expect(await ask(first.url, 'select current_database()')).toEqual([['chowgate']])
    expect(await ask(first.url, 'show timezone')).toEqual([['UTC']])
    expect(await ask(first.url, `select upper('ẹ̀wà ọ')`)).toEqual([['Ẹ̀WÀ Ọ']])
    await ask(first.url, 'create table kept as select 1 as id')
    await Promise.all([first.stop(), first.stop()])

    const second = await start()
    expect(logged).toHaveLength(1)
    expect(await ask(second.url, 'select id from kept')).toEqual([[1]])
  })

  test('answers on this machine only, and to its password only', async () => {
    const postgres = await start()
    expect(await ask(postgres.url, 'show listen_addresses')).toEqual([['127.0.0.1']])
    const by_socket = new URL(postgres.url)
    const cluster = realpathSync(join(data_dir, 'postgres/cluster'))
    expect(by_socket.searchParams.get('host')).toBe(cluster)
    expect(statSync(cluster).mode & 0o777).toBe(0o700)
    const by_tcp = new URL(postgres.url)
    by_tcp.search = ''
    for (const [stranger, address] of [
      [by_socket, [[null]]],
      [by_tcp, [['127.0.0.1/32']]],
    ] as const) {
      expect(await ask(stranger.href, 'select inet_client_addr()::text')).toEqual(address)
      stranger.password = 'guess'
      await expect(ask(stranger.href, 'select 1')).rejects.toThrow('password authentication failed')
    }
    const password_file = join(realpathSync(join(data_dir, 'postgres')), 'password')
    expect(statSync(password_file).mode & 0o777).toBe(0o600)
  })

  test('answers where the path to its socket is longer than a system takes', async () => {
    const deep = join(data_dir, 'd'.repeat(110))
    mkdirSync(deep)
    chmodSync(deep, 0o755)
    const postgres = await startPostgres({ data_dir: deep, log: () => {}, durable: false })
    try {
      expect(await ask(postgres.url, 'select inet_client_addr()::text')).toEqual([['127.0.0.1/32']])
    } finally {
      await postgres.stop()
    }
  })

  test('copies a database from a template, and drops one that is in use', async () => {
    const { admin_url } = await start()
    const template = await createDatabase(admin_url, 'template "one"')
    await ask(template, 'create table dish as select 7 as id')
    const copy = await createDatabase(admin_url, 'copy', 'template "one"')
    expect(await ask(copy, 'select id from dish')).toEqual([[7]])

    const client = new pg.Client({ connectionString: copy })
    client.on('error', () => {})
    await client.connect()
    await dropDatabase(admin_url, 'copy')
    await dropDatabase(admin_url, 'copy')
    await expect(ask(copy, 'select 1')).rejects.toThrow('does not exist')
  })

  test('refuses a second app on the same folder with one line', async () => {
    const postgres = await start()
    const refusal = await start().catch((error: unknown) => error)
    expect(refusal).toBeInstanceOf(StartError)
    expect(String(refusal)).toMatch(/process \d+\) is using .*; stop it, or set another folder\.$/)
    expect(await ask(postgres.url, 'select 1')).toEqual([[1]])
  })

  test('takes over the server of an app that was killed', async () => {
    await kill(await startInAnotherProcess())
    const pid = readFileSync(cluster('postmaster.pid'), 'utf8').split('\n')[0]
    const postgres = await start()
    expect(logged).toEqual([expect.stringContaining('still running')])
    expect(readFileSync(cluster('postmaster.pid'), 'utf8').split('\n')[0]).toBe(pid)
    expect(await ask(postgres.url, 'select id from kept')).toEqual([[1]])
  })

  test('recovers when the server was killed as well', async () => {
    const app = await startInAnotherProcess()
    await kill(app)
    process.kill(Number(readFileSync(cluster('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    const postgres = await start()
    expect(await ask(postgres.url, 'select id from kept')).toEqual([[1]])
  })

  test('starts its server again when only that was killed, on the same address, and says so once', async () => {
    const postgres = await start()
    process.kill(Number(readFileSync(cluster('postmaster.pid'), 'utf8').split('\n')[0]), 'SIGKILL')
    await vi.waitFor(() => expect(logged).toHaveLength(1), { timeout: 30_000 })
    const rows = await vi.waitFor(() => ask(postgres.url, 'select id from kept'), {
      timeout: 30_000,
      interval: 200,
    })
    expect(rows).toEqual([[1]])
    expect(logged).toEqual(['The database ended unexpectedly; starting it again.'])
  })

  test('tells once why it cannot be started again, and starts it when that is out of the way', async () => {
    const postgres = await start()
    const settings = readFileSync(cluster('postgresql.conf'), 'utf8')
    const pid = Number(readFileSync(cluster('postmaster.pid'), 'utf8').split('\n')[0])
    try {
      writeFileSync(cluster('postgresql.conf'), 'no such setting')
      process.kill(pid, 'SIGKILL')
      await vi.waitFor(() => expect(logged).toHaveLength(2), { timeout: 30_000 })
      expect(logged[1]).toMatch(/^PostgreSQL did not start: .* It is tried again until it starts\.$/)
    } finally {
      writeFileSync(cluster('postgresql.conf'), settings)
    }
    const rows = await vi.waitFor(() => ask(postgres.url, 'select id from kept'), {
      timeout: 30_000,
      interval: 200,
    })
    expect(rows).toEqual([[1]])
    expect(logged).toHaveLength(2)
  })

  test('is not misled by process numbers that belong to another program by now', async () => {
    writeFileSync(join(data_dir, 'app.lock'), `${process.ppid} 1\n`)
    writeFileSync(cluster('postmaster.pid'), `${process.ppid}\n${cluster('')}\n1\n5432\n\n127.0.0.1\n\nready\n`)
    const postgres = await start()
    expect(await ask(postgres.url, 'select 1')).toEqual([[1]])
  })

  test('says so when the port it was given is taken', async () => {
    const postgres = await start()
    const other_dir = openFolder()
    const port = Number(new URL(postgres.url).port)
    const second = startPostgres({ data_dir: other_dir, durable: false, port, log() {} })
    await expect(second).rejects.toThrow(`The port ${port} for PostgreSQL is taken`)
    rmSync(other_dir, { recursive: true })
  })

  test('says so when its files are of another version', async () => {
    writeFileSync(cluster('PG_VERSION'), '15\n')
    await expect(start()).rejects.toThrow('was made by PostgreSQL 15')
    writeFileSync(cluster('PG_VERSION'), '18\n')
  })
})
