import { execFileSync } from 'node:child_process'
import { chownSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { postgresUser } from '../deploy/cluster/program.ts'
import { freePort } from './free-port.ts'

/** Where Debian's stable release has its PostgreSQL, the oldest that the app takes (db/migrate.ts). */
export const DEBIAN_POSTGRES = '/usr/lib/postgresql/15/bin'

/**
 * A server out of Debian's packages, by the folder of its programs: empty, quick, and gone after `stop`. Debian's own
 * has the superuser `postgres`.
 */
export async function startDebianPostgres(programs: string, { superuser = 'chowgate' } = {}) {
  const folder = mkdtempSync(join(tmpdir(), 'chowgate-debian-'))
  const user = postgresUser()
  if (user) chownSync(folder, user.uid, user.gid)
  const data = join(folder, 'data')
  const run = (program: string, ...args: string[]) =>
    execFileSync(join(programs, program), args, { ...user, cwd: folder, stdio: ['ignore', 'ignore', 'pipe'] })
  const port = await freePort()
  const settings = [
    `port=${port}`,
    'listen_addresses=127.0.0.1',
    "unix_socket_directories=''",
    'max_connections=120',
    'jit=off',
    ...['fsync', 'synchronous_commit', 'full_page_writes'].map((name) => `${name}=off`),
  ]
  // As docs/deployment.md has it made.
  run('initdb', `--pgdata=${data}`, `--username=${superuser}`, '--encoding=UTF8', '--locale=C.UTF-8', '--no-sync')
  const options = settings.map((setting) => `-c ${setting}`).join(' ')
  run(
    'pg_ctl',
    'start',
    '--wait',
    '--silent',
    `--pgdata=${data}`,
    `--log=${join(folder, 'log')}`,
    `--options=${options}`,
  )
  return {
    admin_url: `postgres://${superuser}@127.0.0.1:${port}/postgres`,
    async stop() {
      run('pg_ctl', 'stop', '--wait', '--silent', '--mode=immediate', `--pgdata=${data}`)
      rmSync(folder, { recursive: true, force: true })
    },
  }
}
