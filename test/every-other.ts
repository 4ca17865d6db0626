import { test } from 'vitest'
import { type Screen, screens } from './browser.ts'

/**
 * `test` for journeys on which the screens take turns: of two each is walked on every other, of three on every third.
 * How a screen looks is checked on all, by `holdsUp`. Where SHOTS asks for pictures, each is walked on all.
 */
export function everyOther(
  screen: Screen,
  among: readonly Screen[] = screens,
): (name: string, walk: () => Promise<void>) => void {
  let turn = among.findIndex(({ viewport }) => viewport.width === screen.viewport.width)
  return (name, walk) => {
    const is_its_turn = process.env.SHOTS || turn++ % among.length === 0
    // Left out by name: a screen on which nothing is walked would count as broken.
    if (is_its_turn) test(name, walk)
    else test.skip(name, walk)
  }
}
