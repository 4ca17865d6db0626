import { execFile, execFileSync } from 'node:child_process'
import { statSync } from 'node:fs'
import { promisify } from 'node:util'
import { StartError } from '../start-error.ts'

/** The system account that runs PostgreSQL; null for the one that runs the app. PostgreSQL refuses root. */
export type Account = { readonly uid: number; readonly gid: number } | null

const name = 'postgres'
const run = promisify(execFile)

/** The owner of an existing database, or else the account `postgres`, which root creates if missing. */
export async function databaseAccount(cluster: string): Promise<Account> {
  if (process.getuid?.() !== 0) return null
  const owner = statSync(cluster, { throwIfNoEntry: false })
  if (owner && owner.uid !== 0) return { uid: owner.uid, gid: owner.gid }
  return (await lookUp()) ?? (await create())
}

async function lookUp(): Promise<Account> {
  try {
    const [uid, gid] = await Promise.all([run('id', ['-u', name]), run('id', ['-g', name])])
    return { uid: Number(uid.stdout), gid: Number(gid.stdout) }
  } catch {
    return null
  }
}

async function create(): Promise<Account> {
  try {
    try {
      await run('groupadd', ['--system', '--force', name])
      await run('useradd', ['--system', '--gid', name, '--no-create-home', '--shell', '/bin/false', name])
    } catch {
      // Alpine has these two commands instead.
      await run('addgroup', ['-S', name]).catch(() => {})
      await run('adduser', ['-S', '-D', '-H', '-G', name, name])
    }
  } catch {
    throw new StartError(
      `PostgreSQL does not run as root, and the user "${name}" could not be created: create it, start the app as ` +
        'an ordinary user, or set DATABASE_URL.',
    )
  }
  return lookUp()
}

/** Whether the account can reach a file or folder through all the folders above it. */
export function canReach(account: Account, path: string): boolean {
  if (!account) return true
  try {
    execFileSync('/bin/sh', ['-c', 'test -r "$0" && test -x "$0"', path], {
      ...account,
      cwd: '/',
      stdio: 'ignore',
    })
    return true
  } catch {
    return false
  }
}
