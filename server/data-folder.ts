import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './start-error.ts'

/**
 * Makes DATA_DIR, or a folder in it, and those above. One by one, because Node's own `recursive` never ends where a
 * parent takes no folders (below /proc). Throws ConfigError.
 */
export function makeDataFolder(folder: string): void {
  try {
    const missing: string[] = []
    for (let at = folder; !statSync(at, { throwIfNoEntry: false }); at = dirname(at)) missing.unshift(at)
    for (const at of missing) makeOne(at)
  } catch (error) {
    throw cannotWrite(folder, error)
  }
}

/** The one line for a DATA_DIR that is of no use, whatever the reason: rights, a full disk, a path that cannot be. */
export function cannotWrite(folder: string, error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ConfigError(`DATA_DIR: "${folder}" must be a folder that the app may write to (${reason}).`)
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process of the app may have made it a moment ago.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
