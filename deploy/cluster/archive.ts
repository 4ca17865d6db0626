import { execFileSync } from 'node:child_process'
import { chownSync } from 'node:fs'
import { join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { folderIn, pathOfSystem, postgresUser } from './program.ts'

/** What stands in /etc/pgbackrest.conf on a real machine: PostgreSQL, which Patroni starts, hands it on. */
export function archiveOf(
  folder: string,
  { data_dir, port, key }: { data_dir: string; port: number; key: string },
): Record<string, string> {
  const backups = folderIn(folder, 'backups')
  const user = postgresUser()
  if (user) chownSync(backups, user.uid, user.gid)
  return {
    PGBACKREST_CONFIG: fileURLToPath(new URL('../pgbackrest/pgbackrest.conf', import.meta.url)),
    PGBACKREST_REPO1_PATH: backups,
    PGBACKREST_REPO1_CIPHER_PASS: key,
    PGBACKREST_LOCK_PATH: join(data_dir, '../lock'),
    PGBACKREST_PG1_PATH: data_dir,
    PGBACKREST_PG1_PORT: `${port}`,
  }
}

/** As `pgbackrest --stanza=chowgate stanza-create` does it on the first machine, once. */
export function createStanza(folder: string, at: { port: number; key: string }): void {
  const env = archiveOf(folder, { data_dir: join(folder, 'db1/data'), ...at })
  execFileSync('pgbackrest', ['--stanza=chowgate', 'stanza-create'], {
    ...postgresUser(),
    cwd: '/',
    env: { PATH: pathOfSystem, ...env },
  })
}
