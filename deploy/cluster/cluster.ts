/**
 * Builds the cluster of docs/cluster.md on one machine, to look at and to break: two machines with the database, three
 * with etcd, two with web processes, two with workers, haproxy in front; here all of them on loopback ports and in one
 * folder. The drill gives each database a network of its own. Debian's packages are needed: postgresql-15, pgbackrest,
 * patroni, etcd-server, haproxy.
 */
import { chmodSync, chownSync, copyFileSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { fileURLToPath } from 'node:url'
import pg from 'pg'
import type { DiskSettings } from '../../adapters/files/open-disk.ts'
import { app_secrets, vendors } from './app-environment.ts'
import { archiveOf, createStanza } from './archive.ts'
import type { Cable, Network } from './network.ts'
import { folderIn, type Program, postgresUser, program } from './program.ts'

export const project = fileURLToPath(new URL('../..', import.meta.url))
const here = fileURLToPath(new URL('.', import.meta.url))

export type DatabaseNode = {
  name: string
  patroni: Program
  data_dir: string
  /** What stands in /etc/patroni_env.conf of a real machine, and what pgBackRest reads. */
  env: Readonly<Record<string, string>>
  /** Of PostgreSQL and of Patroni. */
  at: string
  rest_url: string
  /** Null where it has no network of its own. */
  cable: Cable | null
}
export type EtcdNode = { name: string; etcd: Program; data_dir: string; url: string }

export type Cluster = {
  /** Where customers come in: the name of the shop, which the first door stands for. */
  url: string
  /** The addresses that the name leads to, each a haproxy of its own, on the port of `url`. */
  doors: readonly string[]
  haproxies: readonly Program[]
  /** The primary, whichever it is, as the first machine's haproxy leads to it. */
  database_url: string
  sandbox_url: string
  databases: readonly DatabaseNode[]
  etcds: readonly EtcdNode[]
  webs: readonly Program[]
  /** Each web process's own door, behind haproxy. */
  web_urls: readonly string[]
  workers: readonly Program[]
  pictures: DiskSettings
  /** Where the pictures are. */
  s3: Program
  stop(): Promise<void>
}

/** How the databases are called, and a network has to call them; Patroni has them as a and b, like docs/cluster.md. */
export const database_names = ['db1', 'db2'] as const

/** Answers when the front door leads to a healthy web process, and what is written stands on two databases. */
export async function startCluster(folder: string, base_port = 7000, network: Network | null = null): Promise<Cluster> {
  mkdirSync(folder, { recursive: true })
  // PostgreSQL's own user has to get in.
  chmodSync(folder, 0o755)
  const stops: (() => Promise<void>)[] = []
  const stop = async () => {
    for (const step of stops.splice(0).reverse()) await step()
  }
  const begin = (one: Program) => {
    one.start()
    stops.push(one.stop)
    return one
  }
  try {
    const ports = portsFrom(base_port)
    const etcds = etcdsOf(folder, ports, network)
    for (const { etcd } of etcds) begin(etcd)
    const databases = databasesOf(folder, ports, network)
    for (const { patroni, rest_url } of databases) {
      begin(patroni)
      await until(`${patroni.name} runs`, async () => (await fetch(`${rest_url}/health`)).ok)
    }
    createStanza(folder, { port: ports.postgres[0] ?? 0, key: PASSWORD })
    await until('there is a standby', () => anyAnswers(databases.map(({ rest_url }) => `${rest_url}/sync`)))
    const haproxies = DOORS.map((door) => begin(haproxyOf(folder, ports, door, databases)))
    const database_urls = DOORS.map((door) => `postgres://chowgate:${PASSWORD}@${door}:${ports.database}/chowgate`)
    const [database_url = ''] = database_urls
    await createDatabase(ports)
    const s3 = begin(picturesOf(folder, ports))
    const s3_url = `http://127.0.0.1:${ports.s3}`
    const url = `http://127.0.0.1:${ports.front}`
    begin(sandboxOf(folder, url, ports))
    const sandbox_url = `http://127.0.0.1:${ports.sandbox}`
    const env = {
      ...app_secrets,
      ...vendors(sandbox_url, ports.sandbox_smtp),
      PUBLIC_URL: url,
      S3_ENDPOINT: s3_url,
      S3_BUCKET: BUCKET,
    }
    const web_urls = ports.webs.map((port) => `http://127.0.0.1:${port}`)
    const pictures: DiskSettings = {
      kind: 's3',
      bucket: BUCKET,
      endpoint: s3_url,
      region: app_secrets.S3_REGION,
      access_key_id: app_secrets.S3_ACCESS_KEY_ID,
      secret_access_key: app_secrets.S3_SECRET_ACCESS_KEY,
    }
    const at = (n: number) => ({ ...env, DATABASE_URL: database_urls[n] ?? '' })
    const webs = ports.webs.map((port, n) =>
      begin(appOf(folder, `web${n + 1}`, { ...at(n), PORT: `${port}`, WEB: '1' })),
    )
    const workers = [0, 1].map((n) => begin(appOf(folder, `worker${n + 1}`, { ...at(n), WORKERS: '1' })))
    await until('the front door is open', () => everyAnswers(web_urls.map((web) => `${web}/health`)))
    return {
      url,
      doors: DOORS,
      haproxies,
      database_url,
      sandbox_url,
      databases,
      etcds,
      webs,
      web_urls,
      workers,
      pictures,
      s3,
      stop,
    }
  } catch (error) {
    await stop()
    throw error
  }
}

/** Only ever on loopback addresses, and for a cluster to play with. */
const PASSWORD = 'only-on-this-machine'
const BUCKET = 'pictures'
/** Each stands for the address of a machine that has a haproxy. */
const DOORS = ['127.0.0.1', '127.0.0.2']

type Ports = ReturnType<typeof portsFrom>

function portsFrom(base: number) {
  return {
    front: base,
    database: base + 1,
    sandbox: base + 2,
    sandbox_smtp: base + 3,
    s3: base + 4,
    etcd_clients: [base + 11, base + 12, base + 13],
    etcd_peers: [base + 14, base + 15, base + 16],
    postgres: [base + 21, base + 22],
    patroni: [base + 31, base + 32],
    webs: [base + 41, base + 42],
  }
}

function etcdsOf(folder: string, { etcd_clients, etcd_peers }: Ports, network: Network | null): EtcdNode[] {
  return etcd_clients.map((port, n) => {
    const name = `etcd${n + 1}`
    const url = `http://127.0.0.1:${port}`
    const peer_url = `http://127.0.0.1:${etcd_peers[n]}`
    const data_dir = join(folder, name)
    const env = {
      ETCD_NAME: name,
      ETCD_DATA_DIR: data_dir,
      ETCD_LISTEN_CLIENT_URLS: [url, ...(network ? [`http://${network.here}:${port}`] : [])].join(','),
      ETCD_ADVERTISE_CLIENT_URLS: network ? `http://${network.here}:${port}` : url,
      ETCD_LISTEN_PEER_URLS: peer_url,
      ETCD_INITIAL_ADVERTISE_PEER_URLS: peer_url,
      ETCD_INITIAL_CLUSTER: etcd_peers.map((peer, at) => `etcd${at + 1}=http://127.0.0.1:${peer}`).join(','),
      ETCD_INITIAL_CLUSTER_TOKEN: 'chowgate',
      ETCD_ENABLE_V2: 'true',
    }
    return { name, url, data_dir, etcd: program({ name, command: 'etcd', args: [], env, folder }) }
  })
}

function databasesOf(
  folder: string,
  { etcd_clients, postgres, patroni }: Ports,
  network: Network | null,
): DatabaseNode[] {
  const config = join(folder, 'patroni.yml')
  copyFileSync(join(here, 'patroni.yml'), config)
  return database_names.map((name, n) => {
    const own = folderIn(folder, name)
    const user = postgresUser()
    if (user) chownSync(own, user.uid, user.gid)
    const data_dir = join(own, 'data')
    const machine = network?.machines[n]
    const address = machine?.address ?? '127.0.0.1'
    const at = `${address}:${postgres[n]}`
    const rest = `${address}:${patroni[n]}`
    const env = {
      PATRONI_NAME: 'ab'.charAt(n),
      PATRONI_ETCD_HOSTS: etcd_clients.map((client) => `${network?.here ?? '127.0.0.1'}:${client}`).join(','),
      PATRONI_RESTAPI_LISTEN: rest,
      PATRONI_RESTAPI_CONNECT_ADDRESS: rest,
      PATRONI_POSTGRESQL_LISTEN: at,
      PATRONI_POSTGRESQL_CONNECT_ADDRESS: at,
      PATRONI_POSTGRESQL_DATA_DIR: data_dir,
      PATRONI_POSTGRESQL_PGPASS: join(own, 'pgpass'),
      PATRONI_SUPERUSER_USERNAME: 'postgres',
      PATRONI_SUPERUSER_PASSWORD: PASSWORD,
      PATRONI_REPLICATION_USERNAME: 'replicator',
      PATRONI_REPLICATION_PASSWORD: PASSWORD,
      PATRONI_REWIND_USERNAME: 'rewinder',
      PATRONI_REWIND_PASSWORD: PASSWORD,
      PATRONI_chowgate_PASSWORD: PASSWORD,
      ...archiveOf(folder, { data_dir, port: postgres[n] ?? 0, key: PASSWORD }),
    }
    const settings = { name, command: 'patroni', args: [config], env, folder, as_postgres: true, on: machine }
    const node = { name, data_dir, env, at, rest_url: `http://${rest}`, cable: machine?.cable ?? null }
    return { ...node, patroni: program(settings) }
  })
}

/** As Debian's unit starts it: a process that watches, and reloads without closing a door. */
function haproxyOf(folder: string, ports: Ports, door: string, databases: readonly DatabaseNode[]): Program {
  const name = `haproxy${DOORS.indexOf(door) + 1}`
  const env = {
    HAPROXY_SOCKET: join(folder, `${name}.sock`),
    WEB_BIND: `${door}:${ports.front}`,
    WEB1: `127.0.0.1:${ports.webs[0]}`,
    WEB2: `127.0.0.1:${ports.webs[1]}`,
    DATABASE_BIND: `${door}:${ports.database}`,
    DB1: databases[0]?.at ?? '',
    DB1_PATRONI: `${ports.patroni[0]}`,
    DB2: databases[1]?.at ?? '',
    DB2_PATRONI: `${ports.patroni[1]}`,
  }
  const args = ['-W', '-db', '-f', join(here, 'haproxy.cfg')]
  return program({ name, command: 'haproxy', args, env, folder })
}

/** As `createdb -O chowgate chowgate` does it on the primary, once. */
async function createDatabase(ports: Ports): Promise<void> {
  await until('the primary is reached through haproxy', async () => {
    const client = new pg.Client(`postgres://postgres:${PASSWORD}@127.0.0.1:${ports.database}/postgres`)
    client.on('error', () => {})
    try {
      await client.connect()
      const known = await client.query("select from pg_database where datname = 'chowgate'")
      if (known.rowCount === 0) await client.query('create database chowgate owner chowgate')
    } finally {
      await client.end().catch(() => {})
    }
    return true
  })
}

function picturesOf(folder: string, ports: Ports): Program {
  const { S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY } = app_secrets
  const env = { S3_PORT: `${ports.s3}`, S3_BUCKET: BUCKET, S3_ACCESS_KEY_ID, S3_SECRET_ACCESS_KEY }
  const args = [join(here, 'pictures.ts')]
  return program({ name: 's3', command: process.execPath, args, env, folder })
}

/** One for all: the vendors' stand-ins know what each of the app's processes asked of them. */
function sandboxOf(folder: string, app_url: string, ports: Ports): Program {
  const webhooks = `${app_url}/webhooks`
  const token = app_secrets.SMS_WEBHOOK_TOKEN
  const env = {
    ...app_secrets,
    SANDBOX_PORT: `${ports.sandbox}`,
    SANDBOX_SMTP_PORT: `${ports.sandbox_smtp}`,
    SANDBOX_DATA_DIR: folderIn(folder, 'sandbox'),
    SANDBOX_WEBHOOK_URL: `${webhooks}/flutterwave`,
    SANDBOX_INBOUND_SMS_URL: `${webhooks}/inbound-sms/${token}`,
    SANDBOX_TERMII_WEBHOOK_URL: `${webhooks}/messages/termii/${token}`,
    PUBLIC_URL: app_url,
  }
  const args = [join(project, 'sandbox/main.ts')]
  return program({ name: 'sandbox', command: process.execPath, args, env, folder })
}

function appOf(folder: string, name: string, own: Record<string, string>): Program {
  const env = { WEB: '0', WORKERS: '0', ...own, DATA_DIR: folderIn(folder, name) }
  const args = ['--max-semi-space-size=16', join(project, 'server/main.ts')]
  return program({ name, command: process.execPath, args, env, folder })
}

const answers = (url: string) =>
  fetch(url).then(
    ({ ok }) => ok,
    () => false,
  )
const anyAnswers = async (urls: readonly string[]) => (await Promise.all(urls.map(answers))).includes(true)
export const everyAnswers = async (urls: readonly string[]) => !(await Promise.all(urls.map(answers))).includes(false)

/** Asks again until it is so. Throws when it is not after `seconds`, with what was waited for. */
export async function until(what: string, isSo: () => Promise<boolean>, seconds = 120): Promise<void> {
  const give_up_at = performance.now() + seconds * 1000
  while (!(await isSo().catch(() => false))) {
    if (performance.now() > give_up_at) throw new Error(`Waited ${seconds} s for: ${what}`)
    await sleep(250)
  }
}
