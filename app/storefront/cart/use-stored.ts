import { useSyncExternalStore } from 'react'
import { onStorage } from './stored-list.ts'

/** What is kept in a stored list, and `asleep` before the page is awake. */
export function useStored<Item, Asleep>(read: () => readonly Item[], asleep: Asleep): readonly Item[] | Asleep {
  return useSyncExternalStore<readonly Item[] | Asleep>(onStorage, read, () => asleep)
}
