import type { Locator, Page } from 'playwright-core'
import type { Campus } from '../campus.ts'

/** A tap and the sign that it worked, or one of the two: the effect of an early tap comes later. */
export type Step = { name: string; tap?: () => Promise<unknown>; happens?: () => Promise<unknown> }

/** Taps before the page is awake, then their effects and what follows. */
export type Visit = { path: string; early: Step[]; later: Step[] }

/** Where a dish is added without a script. */
export const OWN_PAGE = /\/add\?/
/** What the browser says of an answer that did not come, or came to nobody. */
export const isLineError = (error: unknown) => String(error).includes('net::ERR_')

/** Who has not come to a button by then looks whether something covers it. */
const COVERED_AFTER_MS = 2000

/** The visits of four people to the storefront; `choose` decides what they tap; after `timeout` (ms) a tap is lost. */
export function visitsOf(
  campus: Campus,
  page: Page,
  timeout: number,
  choose: <Item>(from: readonly Item[]) => Item,
): (() => Visit)[] {
  const button = (name: string) => page.getByRole('button', { name, exact: true })
  const dialog = (name: string) => page.getByRole('dialog', { name, exact: true })
  const press = (name: string, target: Locator, happens?: Step['happens']): Step => ({
    name,
    tap: () => target.click({ timeout, noWaitAfter: true }),
    ...(happens ? { happens } : {}),
  })
  /** Its dialog; or a dish's own page, where a press was kept so long that it went on without the script. */
  const shows = (what: Locator) => () =>
    Promise.any([what.waitFor({ timeout }), page.waitForURL(OWN_PAGE, { timeout, waitUntil: 'commit' })]).catch(
      ({ errors }: AggregateError) => {
        throw errors.find((error) => isLineError(error)) ?? errors[0]
      },
    )
  const opened = (name: string): Step => ({ name: `${name} opens`, happens: shows(dialog(name)) })
  /** A tap and what opens by it. What an earlier tap has opened meanwhile covers the page: then it comes afterwards. */
  const opens = (name: string, target: Locator, what: string): { early: Step; later: Step } => {
    let is_tapped = false
    const tap = async () => {
      for (const until = Date.now() + timeout; !is_tapped; ) {
        try {
          await target.click({ timeout: COVERED_AFTER_MS, noWaitAfter: true })
          is_tapped = true
        } catch (error) {
          if (await page.locator('dialog[open]').count()) return
          if (Date.now() > until) throw error
        }
      }
    }
    const later = async () => {
      await tap()
      await shows(dialog(what))()
    }
    return { early: { name, tap }, later: { name: `${what} opens`, happens: later } }
  }
  const closes = (name: string, by: string) =>
    press(`${by}, in ${name}`, dialog(name).getByRole('button', { name: by, exact: true }), () =>
      dialog(name).waitFor({ state: 'hidden', timeout }),
    )
  const leads = (to: RegExp) => () => page.waitForURL(to, { timeout, waitUntil: 'commit' })
  const dishes = campus.menus.find((menu) => menu.vendor_id === campus.largest_vendor_id)?.dishes ?? []

  const twoDishes = (): Visit => {
    const first = choose(dishes).name
    const second = choose(dishes.filter(({ name }) => name !== first)).name
    const another = opens('another dish', button(`Add to Cart: ${second}`), second)
    return {
      path: `/restaurant/${campus.largest_vendor_id}`,
      early: [press('a dish', button(`Add to Cart: ${first}`)), another.early],
      // biome-ignore format: one line for each thing on the screen.
      later: [
        opened(first), closes(first, 'Cancel'),
        another.later, closes(second, 'Cancel'),
        press('the cart', button('Open cart'), () => dialog('Cart').waitFor({ timeout })), closes('Cart', 'Close cart'),
      ],
    }
  }
  const search = (): Visit => {
    const words = choose(['rice', 'suya', 'amala', 'chips'])
    const box = page.getByPlaceholder('Search vendors...')
    return {
      path: '/restaurants',
      early: [
        { name: 'words typed', tap: () => box.fill(words, { timeout }) },
        { name: 'a sort', tap: () => page.getByLabel('Sort By').selectOption('price', { timeout }) },
        press('the menu', button('Open menu')),
      ],
      later: [
        { name: 'the words are asked for', happens: leads(new RegExp(`q=${words}`)) },
        { name: 'the sort is asked for', happens: leads(/sort=price/) },
        opened('Menu'),
        press('Home', dialog('Menu').getByRole('link', { name: 'Home' }), leads(/:\d+\/$/)),
      ],
    }
  }
  const drawers = (): Visit => {
    const cart = opens('the cart', button('Open cart'), 'Cart')
    return {
      path: '/',
      early: [press('the menu', button('Open menu')), cart.early],
      later: [
        opened('Menu'),
        closes('Menu', 'Close menu'),
        cart.later,
        closes('Cart', 'Close cart'),
        press('View All', page.getByRole('link', { name: 'View All' }).first(), leads(/restaurants/)),
      ],
    }
  }
  const links = (): Visit => ({
    path: '/',
    early: [press('View All', page.getByRole('link', { name: 'View All' }).first())],
    later: [
      { name: 'the restaurants', happens: leads(/restaurants/) },
      press('a kitchen', page.locator('main a[href^="/restaurant/"]').first(), leads(/restaurant\//)),
      press(
        'a dish',
        page.getByRole('button', { name: /^Add to Cart: / }).first(),
        shows(page.locator('dialog[open]')),
      ),
    ],
  })
  return [twoDishes, search, drawers, links]
}
