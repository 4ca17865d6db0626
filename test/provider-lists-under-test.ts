import { eq } from 'drizzle-orm'
import { type CompareDeps, compareLists } from '../domain/reconciliation/compare-lists.ts'
import { provider_lists, reconciliation_cases } from '../domain/reconciliation/tables.ts'
import type { World } from './world.ts'

/** The sandbox dates its charges by the machine's clock, so the comparison must use the same. */
export function clockOfTheMachine(world: World): void {
  world.clock.set(new Date(Date.now() + 60 * 60 * 1000))
}

/** A comparison from its beginning to its end, as the worker walks it; at most a few dozen steps. */
export async function compareNow(world: World, deps: CompareDeps = world.deps): Promise<void> {
  await compareLists(deps)
  world.clock.advance(1)
  await world.deps.db.update(provider_lists).set({ next_compare_at: world.clock.now() })
  for (let step = 0; step < 50; step++) if ((await compareLists(deps)) === 0) return
  throw new Error('The comparison does not end')
}

/** The differences about one number, by kind. */
export async function differencesAbout(world: World, provider_number: string | number) {
  return world.deps.db
    .select()
    .from(reconciliation_cases)
    .where(eq(reconciliation_cases.provider_number, String(provider_number)))
}
