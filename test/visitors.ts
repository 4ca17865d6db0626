import type { Browser } from 'playwright-core'
import { afterEach, expect } from 'vitest'
import { newVisitor, type Screen, type Visitor } from './browser.ts'

/**
 * New people in the journeys of one `describe`, each with an empty browser. After each journey they leave, and none of
 * their browsers may have complained of what the journey did not expect.
 */
export function visitorsOn(screen: Screen, browser: Browser): (expected?: RegExp[]) => Promise<Visitor> {
  const visitors: Visitor[] = []
  afterEach(async () => {
    for (const { complaints, leave } of visitors.splice(0)) {
      await leave()
      expect(complaints).toEqual([])
    }
  })
  return async (expected = []) => {
    const visitor = await newVisitor(browser, screen, expected)
    visitors.push(visitor)
    return visitor
  }
}
