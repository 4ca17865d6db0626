import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import type { Page } from 'playwright-core'

const source = readFileSync(createRequire(import.meta.url).resolve('axe-core/axe.min.js'), 'utf8')

const only = {
  all: {},
  contrast: { runOnly: ['color-contrast'] },
  strong_contrast: { runOnly: ['color-contrast-enhanced'] },
}

/**
 * Everything axe finds on the page as it stands, as short lines; an empty list is what we promise. `rules`: all of
 * them, or only contrast, which alone can differ between light and dark, or a contrast of seven to one.
 */
export async function axeFindings(page: Page, rules: keyof typeof only = 'all', within = 'html'): Promise<string[]> {
  // Half-faded elements have half the contrast: what moves to an end is put there. Spinners have none.
  await page.evaluate(() => {
    for (const animation of document.getAnimations()) {
      if (Number.isFinite(animation.effect?.getComputedTiming().endTime)) animation.finish()
    }
  })
  if (!(await page.evaluate(() => 'axe' in window))) await page.evaluate(source)
  return page.evaluate(
    async ([chosen, selector]) => {
      const { axe } = window as unknown as { axe: typeof import('axe-core') }
      const { violations } = await axe.run(selector, { resultTypes: ['violations'], ...chosen })
      return violations.flatMap((violation) =>
        violation.nodes.map((node) => `${violation.id}: ${node.target.join(' ')} (${node.failureSummary ?? ''})`),
      )
    },
    [only[rules], within] as const,
  )
}
