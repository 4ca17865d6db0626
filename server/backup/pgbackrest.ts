import { spawn } from 'node:child_process'
import { text } from 'node:stream/consumers'
import { z } from 'zod'
import type { Account } from '../postgres/account.ts'
import { StartError } from '../start-error.ts'

/** A stanza of pgBackRest on this machine, whose configuration names the place of the backups. */
export type Stanza = {
  readonly name: string
  /** Who runs PostgreSQL, and so must run pgBackRest. */
  readonly account: Account
  /** Where the configuration is not in its usual place. */
  readonly config?: string | undefined
}

/** Runs one command of pgBackRest to its end. Throws StartError with its own reason in one line. */
export async function pgBackRest(stanza: Stanza, command: string, options: readonly string[] = []): Promise<string> {
  const config = stanza.config ? [`--config=${stanza.config}`] : []
  const args = [...config, `--stanza=${stanza.name}`, ...options, command]
  const { exit_code, said, complained } = await runAs(stanza.account, 'pgbackrest', args)
  if (exit_code === 0) return said
  throw new StartError(`pgBackRest could not ${command}: ${reasonIn(`${said}\n${complained}`)}`)
}

/**
 * Runs a program to its end as an account, in this process's environment, which may hold what pgBackRest is told.
 * Throws StartError when it cannot run at all.
 */
export async function runAs(account: Account, program: string, args: readonly string[]) {
  const child = spawn(program, args, { ...account, cwd: '/', stdio: ['ignore', 'pipe', 'pipe'] })
  const ended = new Promise<number | null>((resolve, reject) => {
    child.once('error', (error) => reject(new StartError(`${program} cannot be run here (${error.message}).`)))
    child.once('exit', resolve)
  })
  const [exit_code, said, complained] = await Promise.all([ended, text(child.stdout), text(child.stderr)])
  return { exit_code, said, complained }
}

/** The first error it tells of, without its hints. */
function reasonIn(output: string): string {
  const lines = output.split('\n').map((line) => line.trim())
  const reason =
    lines.find((line) => /\bERROR: /.test(line)) ?? lines.findLast((line) => line !== '') ?? 'no reason given'
  return reason.replace(/^.*?\bERROR: (\[\d+\]: )?/, '').slice(0, 300)
}

const info_form = z.array(
  z.object({
    backup: z.array(
      z.object({
        label: z.string(),
        type: z.enum(['full', 'diff', 'incr']),
        error: z.boolean().nullish(),
        annotation: z.record(z.string(), z.string()).nullish(),
        timestamp: z.object({ start: z.number(), stop: z.number() }),
        info: z.object({
          /** Of the database, restored. */
          size: z.number(),
          repository: z.object({ delta: z.number() }),
        }),
      }),
    ),
  }),
)

/** Under which a backup bears the name that it has in the table of backups. */
const ANNOTATION = 'chowgate'

export type StanzaBackup = {
  label: string
  /** Its name in the table of backups; null for one that somebody made by hand. */
  name: string | null
  is_full: boolean
  began_at: Date
  bytes: number
  restored_bytes: number
}

/** The backups of a stanza, oldest first; `bytes` is what each takes where it lies. */
export async function backupsOf(stanza: Stanza): Promise<StanzaBackup[]> {
  const said = await pgBackRest(stanza, 'info', ['--output=json'])
  const [found] = info_form.parse(JSON.parse(said))
  return (found?.backup ?? []).map(({ label, type, timestamp, info, annotation }) => ({
    label,
    name: annotation?.[ANNOTATION] ?? null,
    is_full: type === 'full',
    began_at: new Date(timestamp.start * 1000),
    bytes: info.repository.delta,
    restored_bytes: info.size,
  }))
}

/** Makes one and removes nothing: pgBackRest counts by itself what is there, and not what is good. */
export async function addBackup(stanza: Stanza, type: 'full' | 'incr', name: string): Promise<void> {
  await pgBackRest(stanza, 'backup', [`--type=${type}`, '--no-expire-auto', `--annotation=${ANNOTATION}=${name}`])
}

/** Removes what is older than the file of pgBackRest has kept, and the log before it. */
export async function removeOldBackups(stanza: Stanza): Promise<void> {
  await pgBackRest(stanza, 'expire')
}

/** Removes one backup, and nothing of the log: by itself pgBackRest goes by the number of whole ones here too. */
export async function removeBackup(stanza: Stanza, label: string): Promise<void> {
  await pgBackRest(stanza, 'expire', [`--set=${label}`, '--repo1-retention-archive=9999999'])
}
