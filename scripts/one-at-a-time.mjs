import { existsSync, mkdirSync, renameSync, rmSync, statSync, utimesSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { Failure } from './failure.mjs'
import { root } from './project.mjs'
import { wasInterrupted } from './signals.mjs'

const lock = join(root, '.preparing')
const beat_milliseconds = 1000
const stale_after_milliseconds = 5000

/**
 * Does the work while no other command prepares this folder: two installations or builds at once would damage each
 * other. The lock is a folder whose modification time advances as long as its owner lives.
 */
export async function oneAtATime(work) {
  for (let said = false; !tryTake(); said = true) {
    if (wasInterrupted()) throw new Failure('Stopped.')
    if (!said) console.log('Another command is preparing this folder: waiting for it…')
    await sleep(beat_milliseconds / 2)
    removeStale()
  }
  const beat = setInterval(() => {
    if (existsSync(lock)) utimesSync(lock, new Date(), new Date())
  }, beat_milliseconds)
  try {
    return await work()
  } finally {
    clearInterval(beat)
    rmSync(lock, { recursive: true, force: true })
  }
}

function tryTake() {
  try {
    mkdirSync(lock)
    return true
  } catch (error) {
    if (error.code === 'EEXIST') return false
    throw error
  }
}

function removeStale() {
  const touched_at = statSync(lock, { throwIfNoEntry: false })?.mtimeMs ?? Date.now()
  if (Date.now() - touched_at < stale_after_milliseconds) return
  const aside = `${lock}-${process.pid}`
  try {
    renameSync(lock, aside)
  } catch {
    return
  }
  rmSync(aside, { recursive: true, force: true })
}
