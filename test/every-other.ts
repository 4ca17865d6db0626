import { test } from 'vitest'
import { type Screen, screens } from './browser.ts'

/**
 * `test` for journeys on which the two screens take turns: every other one is walked on each. How a screen looks is
 * checked on both, by `holdsUp`. Where SHOTS asks for pictures, each is walked on both.
 */
export function everyOther(screen: Screen): (name: string, walk: () => Promise<void>) => void {
  let turn = screens.findIndex(({ viewport }) => viewport.width === screen.viewport.width)
  return (name, walk) => {
    const is_its_turn = process.env.SHOTS || turn++ % 2 === 0
    // Left out by name: a screen on which nothing is walked would count as broken.
    if (is_its_turn) test(name, walk)
    else test.skip(name, walk)
  }
}
