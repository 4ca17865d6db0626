import { type Campus, fillCampus } from './campus.ts'
import { playSeed } from './play-seed.ts'
import { openTurns, type Turns } from './turns.ts'

/** A process that plays one seed after the other, on a database of its own; main.ts asks it. */
export type Question = { url: string; seed: number }

let stage: Promise<{ turns: Turns; campus: Campus }> | undefined

process.on('message', async ({ url, seed }: Question) => {
  stage ??= openStage(url)
  const { turns, campus } = await stage
  process.send?.(await playSeed(turns, campus, seed))
})

process.on('SIGTERM', () => process.exit(0))

async function openStage(url: string) {
  const turns = await openTurns(url)
  return { turns, campus: await fillCampus(turns.database.db) }
}
