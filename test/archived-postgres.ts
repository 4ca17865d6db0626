import { execFileSync, spawnSync } from 'node:child_process'
import { appendFileSync, chmodSync, chownSync, existsSync, mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { postgresUser } from '../deploy/cluster/program.ts'
import { DEBIAN_POSTGRES } from './debian-postgres.ts'
import { freePort } from './free-port.ts'

const deploy = fileURLToPath(new URL('../deploy/pgbackrest', import.meta.url))

/** Whether Debian's PostgreSQL 15 and pgBackRest are installed here. */
export const has_pgbackrest =
  existsSync(join(DEBIAN_POSTGRES, 'postgres')) &&
  spawnSync('pgbackrest', ['version'], { stdio: 'ignore' }).status === 0

/**
 * Debian's PostgreSQL 15 in a folder, as docs/operations.md has it archive by pgBackRest: the files of
 * deploy/pgbackrest, with the places of this folder. Its stanza is made, and no backup.
 */
export async function startArchivedPostgres(folder: string) {
  const user = postgresUser()
  const place = (name: string) => join(folder, name)
  const asPostgres = (command: string, args: readonly string[], stdio: 'ignore' | 'pipe' = 'pipe') =>
    execFileSync(command, args, { ...user, cwd: '/', stdio, encoding: 'utf8', env: { PATH: process.env['PATH'] } })
  mkdirSync(folder, { recursive: true })
  chmodSync(folder, 0o755)
  const port = await freePort()
  const config = place('pgbackrest.conf')
  const given = readFileSync(join(deploy, 'pgbackrest.conf'), 'utf8')
    .replace(/^repo1-path=.*$/m, `repo1-path=${place('backups')}`)
    .replace(/^repo1-cipher-pass=$/m, 'repo1-cipher-pass=only-on-this-machine')
    .replace(/^pg1-path=.*$/m, `pg1-path=${place('data')}\npg1-port=${port}\npg1-socket-path=${place('run')}`)
    .replace(/^\[chowgate\]$/m, `lock-path=${place('run')}\n\n[chowgate]`)
  writeFileSync(config, given)
  for (const name of ['data', 'run', 'backups']) {
    mkdirSync(place(name), { recursive: true, mode: 0o700 })
    if (user) chownSync(place(name), user.uid, user.gid)
  }
  const run = (args: readonly string[], pg_path = place('data')) =>
    asPostgres('pgbackrest', [`--config=${config}`, '--stanza=chowgate', `--pg1-path=${pg_path}`, ...args])
  const control = (args: readonly string[], data = place('data')) =>
    asPostgres(`${DEBIAN_POSTGRES}/pg_ctl`, ['--wait', '--silent', `--pgdata=${data}`, ...args], 'ignore')
  const initdb = ['--auth=trust', '--username=postgres', '--encoding=UTF8', '--locale=C.UTF-8', place('data')]
  asPostgres(`${DEBIAN_POSTGRES}/initdb`, initdb, 'ignore')
  const archive = readFileSync(join(deploy, 'archive.conf'), 'utf8')
  appendFileSync(
    place('data/postgresql.conf'),
    [
      archive.replace("'pgbackrest ", `'pgbackrest --config=${config} `),
      `port = ${port}`,
      "listen_addresses = '127.0.0.1'",
      `unix_socket_directories = '${place('run')}'`,
      'shared_buffers = 128MB',
      'jit = off',
      '',
    ].join('\n'),
  )
  const start = () => control(['start', `--log=${place('data/server.log')}`])
  start()
  run(['stanza-create'])
  const urlOf = (name: string) =>
    `postgres://postgres@127.0.0.1:${port}/${name}?host=${encodeURIComponent(place('run'))}`
  asPostgres(`${DEBIAN_POSTGRES}/createdb`, ['-h', place('run'), '-p', `${port}`, '-U', 'postgres', 'chowgate'])
  return {
    url: urlOf('chowgate'),
    config,
    data: place('data'),
    /** Where its backups lie. */
    backups: place('backups'),
    /** Runs a command of pgBackRest, and answers what it said. Throws where it fails. */
    pgBackRest: run,
    start,
    stop: () => control(['stop', '--mode=fast']),
  }
}

export type ArchivedPostgres = Awaited<ReturnType<typeof startArchivedPostgres>>
