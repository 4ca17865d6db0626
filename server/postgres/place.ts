import {
  accessSync,
  chmodSync,
  chownSync,
  constants,
  mkdirSync,
  mkdtempSync,
  realpathSync,
  rmdirSync,
  statSync,
  symlinkSync,
} from 'node:fs'
import { join } from 'node:path'
import { StartError } from '../start-error.ts'
import { type Account, canReach, databaseAccount } from './account.ts'

/** Where root keeps the files that PostgreSQL's own user could not reach in the project's folder. */
export const shared_folder = '/var/lib/chowgate'

export type Place = {
  /** The real folder that holds the cluster, its password and its log. */
  readonly folder: string
  readonly account: Account
}

/**
 * The folder `postgres` of a data folder, created if missing. When the app runs as root in a folder that only root can
 * enter (a clone in /root), it is a symbolic link to a folder that PostgreSQL's user can enter.
 */
export async function preparePlace(data_dir: string, log: (line: string) => void): Promise<Place> {
  const folder = join(data_dir, 'postgres')
  const account = await databaseAccount(folder)
  const found = statSync(folder, { throwIfNoEntry: false })
  if (found && found.uid !== 0) return { folder: checked(realpathSync(folder), account), account }

  mkdirSync(folder, { recursive: true, mode: 0o700 })
  own(folder, account)
  if (canReach(account, folder)) return { folder: realpathSync(folder), account }

  rmdirSync(folder)
  mkdirSync(shared_folder, { recursive: true })
  chmodSync(shared_folder, 0o755)
  const elsewhere = mkdtempSync(join(shared_folder, 'data-'))
  own(elsewhere, account)
  symlinkSync(elsewhere, folder)
  log(`PostgreSQL's user cannot enter this project's folder: the database lives in ${elsewhere}.`)
  return { folder: elsewhere, account }
}

export function own(path: string, account: Account): void {
  if (account) chownSync(path, account.uid, account.gid)
}

function checked(folder: string, account: Account): string {
  if (!canReach(account, folder)) {
    throw new StartError(
      `DATA_DIR: PostgreSQL's user (number ${account?.uid}) cannot enter ${folder} any more; let it through the ` +
        'folders above (chmod o+x), or set another folder.',
    )
  }
  try {
    accessSync(folder, constants.R_OK | constants.W_OK | constants.X_OK)
  } catch {
    throw new StartError(
      `DATA_DIR: ${folder} belongs to another user (number ${statSync(folder).uid}), because the app was first ` +
        'started as root; start it as root again, set another folder, or give the folder to yourself with chown ' +
        '-R.',
    )
  }
  return folder
}
