import { seededRandom } from '../domain/seeded-random.ts'

/** All that is left to chance in one seed, drawn from one row of numbers. */
export type Chance = {
  /** True in this share of all cases. */
  of(share: number): boolean
  /** A whole number, both ends included. */
  whole(from: number, to: number): number
  /** One of them. Throws when there is none. */
  one<Item>(list: readonly Item[]): Item
  /** One of them, or null when there is none. */
  any<Item>(list: readonly Item[]): Item | null
  /** One of them, as often as its weight says. */
  weighed<Item extends { weight: number }>(list: readonly Item[]): Item
  bytes(many: number): Buffer
}

export function chanceOf(seed: number): Chance {
  const random = seededRandom(Math.imul(seed, 2_654_435_761))
  const whole = (from: number, to: number) => from + Math.floor(random() * (to - from + 1))
  const any = <Item>(list: readonly Item[]): Item | null => list[whole(0, list.length - 1)] ?? null
  const one = <Item>(list: readonly Item[]): Item => {
    const [found] = list.length === 0 ? [] : [list[whole(0, list.length - 1)] as Item]
    if (found === undefined) throw new Error('There is nothing to choose from')
    return found
  }
  return {
    of: (share) => random() < share,
    whole,
    one,
    any,
    weighed(list) {
      let left = random() * list.reduce((sum, { weight }) => sum + weight, 0)
      for (const item of list) {
        left -= item.weight
        if (left < 0) return item
      }
      return one(list)
    },
    bytes: (many) => Buffer.from(Array.from({ length: many }, () => whole(0, 255))),
  }
}
