import type { Locator, Page } from 'playwright-core'

/** By how much the card that reaches furthest reaches over the column beside it, in pixels; 0 or less for none. */
export async function mostOver(page: Page): Promise<number> {
  const over = await page.getByRole('article').evaluateAll((cards) =>
    cards.map((card) => {
      const column = card.closest('section')?.getBoundingClientRect()
      return card.getBoundingClientRect().right - (column?.right ?? 0)
    }),
  )
  return Math.max(...over)
}

/** How large the letters of a card's text are, in pixels. */
export function lettersOf(card: Locator, text: string | RegExp): Promise<number> {
  const shown = card.getByText(text).first()
  return shown.evaluate((element) => Number.parseFloat(getComputedStyle(element).fontSize))
}
