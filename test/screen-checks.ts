import type { Page } from 'playwright-core'
import { expect } from 'vitest'
import { axeFindings } from './axe.ts'

/** Accessible in light and in dark, and nothing sticks out on the narrowest screen or on a wide one. */
export async function holdsUp(page: Page): Promise<void> {
  const own_size = page.viewportSize() ?? { width: 1280, height: 900 }
  expect(await axeFindings(page)).toEqual([])
  await page.emulateMedia({ colorScheme: 'dark' })
  expect(await axeFindings(page, 'contrast')).toEqual([])
  await page.emulateMedia({ colorScheme: 'light' })
  for (const width of [320, 1280]) {
    await page.setViewportSize({ width, height: 700 })
    expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBeLessThanOrEqual(width)
  }
  await page.setViewportSize(own_size)
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
