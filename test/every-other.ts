import { test } from 'vitest'
import { type Screen, screens } from './browser.ts'

/**
 * `test` for journeys on which the two screens take turns: every other one is walked on each. What a screen looks like
 * is looked at on both, by journeys that are walked on both.
 */
export function everyOther(screen: Screen): (name: string, walk: () => Promise<void>) => void {
  let turn = screens.findIndex(({ viewport }) => viewport.width === screen.viewport.width)
  return (name, walk) => {
    if (turn++ % 2 === 0) test(name, walk)
  }
}
