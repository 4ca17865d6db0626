import type { DatabaseSync } from 'node:sqlite'
import { type Behaviour, behaviour_patch, default_behaviour } from './behaviour.ts'

export type BehaviourStore = {
  current(): Behaviour
  merge(patch: Partial<Behaviour>): Behaviour
  reset(): Behaviour
  /** Uses up one of the requested failures; false when none is left. */
  spend(counter: 'script_failures' | 'frame_failures'): boolean
}

export function openBehaviourStore(books: DatabaseSync): BehaviourStore {
  books.exec('create table if not exists behaviour (id integer primary key, patch text not null) strict')
  const save = books.prepare('insert or replace into behaviour (id, patch) values (1, ?)')
  const saved = books.prepare('select patch from behaviour where id = 1').get()
  const known = behaviour_patch.safeParse(saved ? JSON.parse(String(saved.patch)) : {})
  let current: Behaviour = { ...default_behaviour, ...known.data }

  function merge(patch: Partial<Behaviour>) {
    current = { ...current, ...patch }
    save.run(JSON.stringify(current))
    return current
  }

  return {
    current: () => current,
    merge,
    reset: () => merge(default_behaviour),
    spend(counter) {
      if (current[counter] === 0) return false
      merge({ [counter]: current[counter] - 1 })
      return true
    },
  }
}
