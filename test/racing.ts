import type { Scene, Stage } from './race-scene.ts'

/** A verb, and the stage of the order at which it is possible. */
export type Racer = { at: Stage; run(scene: Scene): Promise<unknown> }
export const racer = (at: Stage, run: Racer['run']): Racer => ({ at, run })

export type Pair = { names: readonly [string, string]; first: Racer; second: Racer }

/**
 * The pairs in groups of up to six verbs on one scene: three that are possible at its stage, with three more, so that
 * one scene serves nine pairs. Every pair is in a group at the stage of its first.
 */
export function racingGroups(pairs: readonly Pair[]): { at: Stage; racers: Racer[] }[] {
  return [...Map.groupBy(pairs, ({ first }) => first.at)].flatMap(([at, of_stage]) => {
    const here = byThrees(new Set(of_stage.map(({ first }) => first)))
    const earlier = byThrees(new Set(of_stage.map(({ second }) => second).filter((one) => one.at !== at)))
    const groups = here.flatMap((three, nth) => [...here.slice(nth), ...earlier].map((others) => [...three, ...others]))
    return groups.map((racers) => ({ at, racers: [...new Set(racers)] }))
  })
}

const byThrees = (racers: Iterable<Racer>): Racer[][] =>
  [...racers].flatMap((_, nth, all) => (nth % 3 === 0 ? [all.slice(nth, nth + 3)] : []))

/** So many at once on one scene, the verbs in turn. Answers what was thrown. */
export async function race(racers: readonly Racer[], scene: Scene, at_once: number): Promise<unknown[]> {
  const racing = Array.from({ length: at_once }, (_, at) => racers[at % racers.length]?.run(scene))
  const ends = await Promise.allSettled(racing)
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
}
