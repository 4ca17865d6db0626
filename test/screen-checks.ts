import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'

/** Accessible in light and in dark, and nothing sticks out on the narrowest screen or on a wide one. */
export async function holdsUp(page: Page): Promise<void> {
  expect(await whatIsWrong(page)).toEqual([])
}

/** The same for many addresses, one after the other. */
export async function allHoldUp(page: Page, url: string, paths: readonly string[]): Promise<void> {
  const found: Record<string, string[]> = {}
  for (const path of paths) {
    await page.goto(url + path)
    const wrong = await whatIsWrong(page)
    if (wrong.length > 0) found[path] = wrong
  }
  expect(found).toEqual({})
}

/** Readable in the sun, by day's colours and by the night's: what is within has a contrast of seven to one. */
export async function readsInTheSun(page: Page, within: string): Promise<void> {
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    expect(await axeFindings(page, 'strong_contrast', within), colorScheme).toEqual([])
  }
}

async function whatIsWrong(page: Page): Promise<string[]> {
  const own_size = page.viewportSize() ?? { width: 1280, height: 900 }
  await colourAtOnce(page)
  const wrong = await axeFindings(page)
  await page.emulateMedia({ colorScheme: 'dark' })
  await colourAtOnce(page)
  wrong.push(...(await axeFindings(page, 'contrast')).map((line) => `dark: ${line}`))
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    const needed = await page.evaluate(() => document.documentElement.scrollWidth)
    if (needed > width) wrong.push(`is ${needed} px wide on a screen of ${width} px`)
  }
  await page.setViewportSize(own_size)
  return wrong
}

/** A colour that is still on its way from one to another has a contrast that nobody is left with. */
async function colourAtOnce(page: Page): Promise<void> {
  await page.evaluate(() => {
    for (const one of document.getAnimations()) if (one instanceof CSSTransition) one.finish()
  })
}

/** Saves pictures of a screen, dark and light, where SHOTS names a folder for them. */
export async function snap(page: Page, name: string): Promise<void> {
  const folder = process.env.SHOTS
  if (!folder) return
  for (const colorScheme of ['dark', 'light'] as const) {
    await page.emulateMedia({ colorScheme })
    await page.screenshot({
      path: `${folder}/${name}-${page.viewportSize()?.width}-${colorScheme}.png`,
      fullPage: true,
      animations: 'disabled',
    })
  }
}
