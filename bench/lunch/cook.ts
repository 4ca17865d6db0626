import type { Locator, Page } from 'playwright-core'
import { button, gone, type Notebook, there } from './hands.ts'

/** How long food is on the fire in this hour, from the first look at it. */
const COOKING_MS = 4000

/**
 * A cook at the board: takes what is new, says what is out, marks what is cooked. Looks at the screen and does one
 * thing after the other; answers whether there was anything to do.
 */
export function cookAt(page: Page, notebook: Notebook, is_out: (order_id: number) => boolean) {
  const column = (name: string) => page.getByRole('region', { name: new RegExp(`^${name}`) })
  const said = new Set<number>()
  const on_fire = new Map<number, number>()
  const numberOf = async (card: Locator) => Number(/\d+/.exec((await card.locator('h3').textContent()) ?? '')?.[0])
  const cardOf = (order_id: number) => page.getByRole('article', { name: `Order ${order_id}`, exact: true })

  async function saysOut(order_id: number): Promise<void> {
    const card = cardOf(order_id)
    const dialog = page.getByRole('dialog')
    const chosen = dialog.getByRole('radio').first()
    const ok = await notebook.does(
      'kitchen: a dish is out',
      async ({ tap }) => {
        await tap(button(card, 'Something is out'))
        await there(dialog)
        if ((await chosen.count()) > 0 && !(await chosen.isChecked())) await tap(chosen)
        await tap(button(dialog, 'It is out: ask the customer'))
      },
      () => there(card.getByText('the customer chooses').first()),
    )
    if (ok) said.add(order_id)
  }

  return async (): Promise<boolean> => {
    const fresh = column('New').getByRole('article')
    if ((await fresh.count()) > 0) {
      const order_id = await numberOf(fresh.first())
      const accept = cardOf(order_id).getByRole('button', { name: /^Accept, / })
      const accepted = column('Cooking').getByRole('article', { name: `Order ${order_id}`, exact: true })
      await notebook.does(
        'kitchen: accept an order',
        ({ tap }) => tap(accept),
        () => there(accepted),
      )
      return true
    }
    for (const card of await column('Cooking').getByRole('article').all()) {
      const order_id = await numberOf(card)
      if (is_out(order_id) && !said.has(order_id)) {
        await saysOut(order_id)
        return true
      }
      const since = on_fire.get(order_id) ?? performance.now()
      on_fire.set(order_id, since)
      const ready = button(cardOf(order_id), 'Ready')
      if (performance.now() - since < COOKING_MS || (await ready.count()) === 0) continue
      const cooked = column('Cooking').getByRole('article', { name: `Order ${order_id}`, exact: true })
      await notebook.does(
        'kitchen: mark as ready',
        ({ tap }) => tap(ready),
        () => gone(cooked),
      )
      return true
    }
    return false
  }
}
