/** Those who look around, in a process of their own: they begin by one message, and the next one asks what they saw. */
import { lookAround } from './visitors.ts'

export type Watch = Parameters<typeof lookAround>[0]

process.once('message', (watches: readonly Watch[]) => {
  const looking = watches.map(lookAround)
  process.once('message', async () => {
    const seen = await Promise.all(looking.map(({ stop }) => stop()))
    process.send?.(seen, () => process.exit(0))
  })
})
