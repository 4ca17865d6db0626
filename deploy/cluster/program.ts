import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdirSync, openSync } from 'node:fs'
import { join } from 'node:path'
import type { NetworkedMachine } from './network.ts'

export type ProgramSettings = {
  name: string
  command: string
  args: readonly string[]
  env: Readonly<Record<string, string>>
  /** What it prints goes into `<name>.log` there. */
  folder: string
  /** PostgreSQL refuses to run as root, and whoever starts it must be allowed to write its data. */
  as_postgres?: boolean
  /** In a network of its own. */
  on?: NetworkedMachine | undefined
}

/** A program of the cluster, which can be started again after it ended. */
export type Program = {
  name: string
  start(): void
  /** Whether it runs at this moment. */
  runs(): boolean
  pid(): number
  signal(signal: NodeJS.Signals): void
  /** Asks it to end, with patience, and waits until it has. */
  stop(): Promise<void>
}

const PATIENCE_MS = 30_000

export function program(settings: ProgramSettings): Program {
  const { name, env, folder, on } = settings
  const user = settings.as_postgres ? postgresUser() : undefined
  const [command = '', ...args] = [...(on?.enter(user) ?? []), settings.command, ...settings.args]
  let child: ChildProcess | null = null
  const runs = () => child !== null && child.exitCode === null && child.signalCode === null
  const log = openSync(join(folder, `${name}.log`), 'a')
  return {
    name,
    start() {
      child = spawn(command, args, {
        cwd: folder,
        env: { PATH: pathOfSystem, LANG: 'C.UTF-8', ...env },
        stdio: ['ignore', log, log],
        // Ctrl-C in a terminal reaches whoever started all of them, who stops them in order.
        detached: true,
        // Only root enters a network, and is that user from then on.
        ...(on ? {} : user),
      })
      child.on('error', (error) => console.error(`${name} cannot be started: ${error.message}`))
    },
    runs,
    pid: () => child?.pid ?? 0,
    signal: (signal) => void (runs() && child?.kill(signal)),
    async stop() {
      if (!child || !runs()) return
      const ended = once(child, 'exit')
      child.kill('SIGCONT')
      child.kill('SIGTERM')
      const hurry = setTimeout(() => child?.kill('SIGKILL'), PATIENCE_MS)
      await ended
      clearTimeout(hurry)
    },
  }
}

export const pathOfSystem = '/usr/local/sbin:/usr/local/bin:/usr/sbin:/usr/bin:/sbin:/bin'

/** The user of Debian's package where this runs as root; otherwise PostgreSQL runs as whoever started this. */
export function postgresUser(): { uid: number; gid: number } | undefined {
  if (process.getuid?.() !== 0) return undefined
  const number = (option: string) => Number(execFileSync('id', [option, 'postgres'], { encoding: 'utf8' }))
  return { uid: number('-u'), gid: number('-g') }
}

export function folderIn(folder: string, name: string): string {
  const path = join(folder, name)
  mkdirSync(path, { recursive: true })
  return path
}
