import { type ChildProcess, spawn } from 'node:child_process'
import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { fileURLToPath } from 'node:url'
import { claimNightly } from '../../domain/backups/claim-nightly.ts'
import type { Deps } from '../../domain/events.ts'
import { laneOf } from '../../domain/lane.ts'
import type { Logger } from '../log.ts'
import type { Task } from '../worker.ts'

const command = fileURLToPath(new URL('../backup.ts', import.meta.url))
const end_with_parent = new URL('../../scripts/end-with-parent.mjs', import.meta.url).href

/** How often is looked whether it is time. */
const LOOK_EVERY_MS = 60_000
/** A store that takes a byte now and then would never be given up otherwise. */
const LONGEST_MS = 6 * 3_600_000

/**
 * The backup of the night, by the same command that people type, in a process of its own: whatever it waits for holds
 * up nothing else. It ends with the worker, and is then tried again.
 */
export function nightlyBackup({ db, clock, log }: Deps & { log: Logger }, when: { hour: number; place: string }): Task {
  const running = new Set<ChildProcess>()
  const make = async (name: string) => {
    const args = ['--import', end_with_parent, command, `--name=${name}`]
    const child = spawn(process.execPath, args, {
      stdio: ['ignore', 'pipe', 'pipe'],
      timeout: LONGEST_MS,
    })
    running.add(child)
    const ended = once(child, 'exit').finally(() => running.delete(child))
    const [said, complained, [code]] = await Promise.all([text(child.stdout), text(child.stderr), ended])
    if (code === 0) log.info({ backup: said.trim() }, 'the backup of the night is good')
    else log.error({ why: complained.trim() }, 'there is no good backup of this night; it is tried again in an hour')
  }
  const lane = laneOf<string>(
    {
      async claim() {
        const name = running.size > 0 ? null : await claimNightly(db, clock.now(), when)
        return { claimed: name ? [name] : [] }
      },
      work: make,
    },
    (err) => log.error({ err }, 'the backup of the night could not be started'),
  )
  return {
    name: 'back up at night',
    run: lane.run,
    rest_ms: LOOK_EVERY_MS,
    finish() {
      for (const child of running) child.kill('SIGTERM')
      return lane.finish()
    },
  }
}
