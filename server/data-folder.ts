import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'
import { ConfigError } from './start-error.ts'

/**
 * Creates DATA_DIR, or a folder in it, with the folders above. One by one, because Node's own `recursive` never ends
 * below a parent that takes no folders (/proc). Throws ConfigError.
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

/** The one-line error for an unusable DATA_DIR, whatever the reason: rights, a full disk, an impossible path. */
export function cannotWrite(folder: string, error: unknown): ConfigError {
  const reason = error instanceof Error ? error.message : String(error)
  return new ConfigError(`DATA_DIR: "${folder}" must be a folder that the app may write to (${reason}).`)
}

function makeOne(folder: string): void {
  try {
    mkdirSync(folder)
  } catch (error) {
    // Another process of the app may have created it a moment ago.
    if (!statSync(folder, { throwIfNoEntry: false })?.isDirectory()) throw error
  }
}
