import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { readFileSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { text } from 'node:stream/consumers'
import { type Cluster, type DatabaseNode, project } from '../../deploy/cluster/cluster.ts'
import { pathOfSystem, postgresUser } from '../../deploy/cluster/program.ts'

/** What a person types in one go on one machine, as docs/cluster.md has it. */
type Typed = { machine: 'a' | 'b'; as: 'root' | 'postgres'; commands: string }

const BLOCK = /\bon ([ab])(?: or [ab])?,\s+as\s+(root|postgres)\b[^:]*:\n\n```sh\n([\s\S]*?)^```$/gim

/** The blocks of a part of docs/cluster.md, by its heading, each with who types it where. */
export function typedIn(heading: string): Typed[] {
  const page = readFileSync(join(project, 'docs/cluster.md'), 'utf8')
  const [, part = ''] = page.split(new RegExp(`^#+ ${heading}$`, 'm'))
  const [own = ''] = part.split(/^#/m)
  const typed = [...own.matchAll(BLOCK)].map(([, machine, as, commands = '']) => ({ machine, as, commands }) as Typed)
  if (typed.length === 0 || typed.length !== own.match(/^```sh$/gm)?.length) {
    throw new Error(`docs/cluster.md does not say of every block of "${heading}" who types it where`)
  }
  return typed
}

/**
 * Types it on the stand-in of that machine, as whoever typed `before` in the same terminal, and answers what was
 * printed. `answers` is what a command asks for. Throws with all that was printed where one fails.
 */
export async function type(
  { databases }: Cluster,
  { machine, as, commands }: Typed,
  { before = '', answers = '' } = {},
): Promise<string> {
  const database = databases['ab'.indexOf(machine)]
  if (!database) throw new Error(`There is no machine ${machine}`)
  const lines = inPlace(`${before}\n${commands}`, database)
  const [user, home] = as === 'postgres' ? [postgresUser(), '/tmp'] : [{}, '/root']
  const typed: string[] = []
  for (const part of lines.split(/^(systemctl .*)$/m)) {
    const [, verb] = /^systemctl (start|stop) patroni$/.exec(part) ?? []
    if (verb === 'start') database.patroni.start()
    else if (verb === 'stop') await database.patroni.stop()
    else if (part.trim()) typed.push(await run(part, database, { user, home, answers }))
  }
  return typed.join('')
}

/** What chowgate-backup.service does at night. Answers what it said. */
export async function backUp({ env, at, data_dir }: DatabaseNode): Promise<string> {
  const database = `postgres://postgres@localhost:${at.split(':')[1]}/chowgate?host=/var/run/postgresql`
  const program = join(project, 'server/backup-database.ts')
  const lines = `exec ${process.execPath} ${program} --database='${database}' --room=${dirname(data_dir)} 2>&1`
  return run(lines, { env, at }, { user: postgresUser(), home: '/tmp', answers: '' })
}

async function run(
  lines: string,
  { env, at }: Pick<DatabaseNode, 'env' | 'at'>,
  { user, home, answers }: { user: { uid?: number; gid?: number } | undefined; home: string; answers: string },
): Promise<string> {
  const shell = spawn('bash', ['--norc', '-euo', 'pipefail', '-c', lines], {
    cwd: '/',
    // What stands in pgBackRest's file, and a port of its own instead of the usual one.
    env: { PATH: pathOfSystem, LANG: 'C.UTF-8', HOME: home, ...env, PGPORT: at.split(':')[1] },
    ...user,
  })
  shell.stdin.end(answers)
  const ended = once(shell, 'exit')
  const printed = (await Promise.all([text(shell.stdout), text(shell.stderr)])).join('')
  const [code] = await ended
  if (code !== 0) throw new Error(`${lines.trim()}\nended with ${code}:\n${printed}`)
  return printed
}

/** With the files and folders of this stand-in in place of those of a machine of its own. */
function inPlace(lines: string, { env, data_dir }: DatabaseNode): string {
  const own = dirname(data_dir)
  const settings = join(own, 'patroni_env.conf')
  writeFileSync(
    settings,
    Object.entries(env)
      .map(([name, value]) => `${name}=${value}\n`)
      .join(''),
  )
  return lines
    .replaceAll('/etc/patroni_env.conf', settings)
    .replaceAll('/etc/patroni/config.yml', join(own, '../patroni.yml'))
    .replaceAll('/var/lib/postgresql/15/chowgate', data_dir)
    .replaceAll('/var/log/postgresql', own)
}
