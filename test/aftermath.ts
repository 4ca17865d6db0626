import { type Aftermath, addAftermath, noAftermath, onCommit } from '../db/after-commit.ts'
import type { Db } from '../db/handle.ts'

/** What the commits of `work` cause outside of the database, together. */
export async function aftermathOf(db: Db, work: () => Promise<unknown>): Promise<Aftermath> {
  const noted = noAftermath()
  onCommit(db, (aftermath) => addAftermath(noted, aftermath))
  try {
    await work()
  } finally {
    onCommit(db, () => {})
  }
  return noted
}
