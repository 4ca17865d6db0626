import type { World } from './world.ts'

/** What somebody is about to do, and about what. */
export type Plan = {
  about: string
  act(): Promise<unknown>
  /** What somebody outside learns: whether it was done, as far as they know. */
  after?(done: boolean): void
}

/** One thing that one kind of person, or the worker, may do. */
export type Move = {
  name: string
  /** How often it is chosen. */
  weight: number
  /** Looks around and decides; null when there is nothing to do. Changes nothing. */
  plan(world: World): Promise<Plan | null>
}

export type Moves = Readonly<Record<string, readonly Move[]>>

export function move(name: string, weight: number, plan: Move['plan']): Move {
  return { name, weight, plan }
}
