import { createECDH, randomBytes } from 'node:crypto'
import { existsSync, linkSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { cannotWrite, makeDataFolder } from './data-folder.ts'
import { ConfigError } from './start-error.ts'

const VAPID_CURVE = 'prime256v1'

/** How each secret is made, its form, and what is lost with it. */
const kinds = {
  'session-secret': {
    make: () => randomBytes(32).toString('hex'),
    isWhole: (text: string) => /^[0-9a-f]{64}$/.test(text),
    loss: 'everybody is logged out, and two-step logins have to be set up again',
  },
  'vapid-private-key': {
    make: newVapidKey,
    isWhole: isVapidKey,
    loss: 'devices have to be asked once more whether they want notifications',
  },
} as const

/** The files of DATA_DIR that hold one, where they were made. */
export const kept_secrets: readonly string[] = Object.keys(kinds)

/**
 * A secret that is made at the first start and stored in DATA_DIR. Throws ConfigError with one line when the folder
 * cannot be written to, or the stored secret is damaged: otherwise a guessable one might sign cookies.
 */
export function keptSecret(data_dir: string, name: keyof typeof kinds): string {
  const { make, isWhole, loss } = kinds[name]
  const file = join(data_dir, name)
  const found = readOrMake(data_dir, file, make)
  if (isWhole(found)) return found
  throw new ConfigError(
    `DATA_DIR: the secret in ${file} is damaged; put it back from a backup, or remove the file for a new one ` +
      `(${loss}).`,
  )
}

/** Whether this is a private key for web push, base64url. */
export function isVapidKey(text: string): boolean {
  if (!/^[A-Za-z0-9_-]{43}$/.test(text)) return false
  try {
    createECDH(VAPID_CURVE).setPrivateKey(text, 'base64url')
    return true
  } catch {
    return false
  }
}

function newVapidKey(): string {
  const ecdh = createECDH(VAPID_CURVE)
  ecdh.generateKeys()
  // The library drops leading zeros, which belong to the key.
  return Buffer.concat([Buffer.alloc(32), ecdh.getPrivateKey()])
    .subarray(-32)
    .toString('base64url')
}

function readOrMake(data_dir: string, file: string, make: () => string): string {
  makeDataFolder(data_dir)
  const draft = `${file}.${process.pid}`
  try {
    if (!existsSync(file)) {
      // Written completely under another name first: a power cut leaves no half secret.
      writeFileSync(draft, make(), { mode: 0o600, flush: true })
      linkUnlessThere(draft, file)
    }
    return readFileSync(file, 'utf8').trim()
  } catch (error) {
    throw cannotWrite(data_dir, error)
  } finally {
    rmSync(draft, { force: true })
  }
}

function linkUnlessThere(draft: string, file: string): void {
  try {
    linkSync(draft, file)
  } catch (error) {
    if (!existsSync(file)) throw error
  }
}
