import type { PictureStore } from '../adapters/files/picture-store.ts'
import { type Asker, createFairTurns } from './fair-turns.ts'

/**
 * Pictures that a bucket is asked for at the same time, of one address and in all: names that nobody knows cost it one
 * question each.
 */
const BUCKET_TURNS = {
  ...{ most_of_one: 8, most_in_all: 32, most_under_way_of_one: 8, most_under_way: 32 },
  ...{ most_waiting_of_one: 500, most_waiting: 1000 },
}

/**
 * Reads pictures for visitors: at once what is on a disk or in memory, and in turn what a bucket has to be asked for.
 * Answers null where no turn comes; a picture is null that does not exist.
 */
export function picturesInTurn(pictures: Pick<PictureStore, 'read' | 'readHere'>) {
  const inTurn = createFairTurns(BUCKET_TURNS)
  return async (asker: Asker, file: string): Promise<{ picture: Uint8Array | null } | null> => {
    const here = pictures.readHere(file)
    return here ? { picture: await here } : inTurn(asker, async () => ({ picture: await pictures.read(file) }))
  }
}
