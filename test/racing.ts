import type { Basket } from './race-basket.ts'
import type { Scene, Stage } from './race-scene.ts'

/** A verb, and the stage of the order at which it is possible; it may want a basket besides, or a friend's order. */
export type Racer = { at: Stage; wants_basket?: true; wants_friend?: true; run(scene: Scene): Promise<unknown> }
export const racer = (at: Stage, run: Racer['run']): Racer => ({ at, run })

/** A verb about what is not paid yet, which stands there from the first stage on. */
export const basketRacer = (run: (basket: Basket, scene: Scene) => Promise<unknown>): Racer => ({
  at: 'Paid',
  wants_basket: true,
  async run(scene) {
    if (!scene.basket) throw new Error('A scene without a basket')
    return run(scene.basket, scene)
  },
})

export type Pair = { names: readonly [string, string]; first: Racer; second: Racer }

/**
 * The pairs in groups on one scene: four verbs that are possible at its stage, with four more, so that one scene serves
 * sixteen pairs; of those with a basket, which takes longer to fill, eight with eight. Every pair is in a group at the
 * stage of its first.
 */
export function racingGroups(pairs: readonly Pair[]): { at: Stage; racers: Racer[] }[] {
  return [...Map.groupBy(pairs, ({ first }) => first.at)].flatMap(([at, of_stage]) => {
    const all = [...new Set(of_stage.flatMap(({ first, second }) => [first, second]))]
    const [plain, with_basket] = [all.filter((one) => !one.wants_basket), all.filter((one) => one.wants_basket)]
    const here = plain.filter((one) => one.at === at)
    const earlier = by(
      4,
      plain.filter((one) => one.at !== at),
    )
    const fours = by(4, here)
    const plain_groups = fours.flatMap((four, nth) =>
      [...fours.slice(nth), ...earlier].map((others) => [...four, ...others]),
    )
    const eights = by(8, with_basket)
    const basket_groups = eights.flatMap((eight, nth) =>
      [...by(8, here), ...(eight[0]?.at === at ? eights.slice(nth) : [])].map((others) => [...eight, ...others]),
    )
    return [...plain_groups, ...basket_groups].map((racers) => ({ at, racers: [...new Set(racers)] }))
  })
}

const by = (size: number, racers: readonly Racer[]): Racer[][] =>
  racers.flatMap((_, nth) => (nth % size === 0 ? [racers.slice(nth, nth + size)] : []))

/** So many at once on one scene, the verbs in turn. Answers what was thrown. */
export async function race(racers: readonly Racer[], scene: Scene, at_once: number): Promise<unknown[]> {
  const racing = Array.from({ length: at_once }, (_, at) => racers[at % racers.length]?.run(scene))
  const ends = await Promise.allSettled(racing)
  return ends.flatMap((end) => (end.status === 'rejected' ? [end.reason] : []))
}
