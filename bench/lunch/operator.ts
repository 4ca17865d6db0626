import type { Locator, Page } from 'playwright-core'
import { button, gone, type Notebook, there } from './hands.ts'

type Hour = {
  /** The operator has called a kitchen that let orders pass, after its line was opened. */
  called(): void
  /** How many lines of each kind came up. */
  seen: Map<string, Set<string>>
}

/** What an operator does about a line without another look, by its button. */
const at_once: Readonly<Record<string, string>> = {
  'I have looked': 'admin: look at a hand-over without the PIN',
  'Pay it': 'admin: pay a way without a hand-over',
  'Try again': 'admin: a failed message once more',
}

const COUNTED = /\d+ min/
/** What a line is about, but for the minutes that are counted on it. */
const keyOf = (about: string) => about.replace(COUNTED, '')

/**
 * An operator at the dashboard, where every line begins: from the worst line down, the first one that something can be
 * done about. What is only to be known is opened once.
 */
export function operatorAt(page: Page, notebook: Notebook, { called, seen }: Hour) {
  const attention = page.getByRole('region', { name: 'Needs attention now' })
  const looked_at = new Set<string>()
  /** What did not work out, until everything else was tried. */
  let put_off: string | null = null
  const lineAbout = (about: string) => {
    const words = about.replace(/[.*+?^${}()|[\]\\]/g, '\\$&').replace(COUNTED, COUNTED.source)
    return attention.getByRole('listitem').filter({ has: page.getByRole('link', { name: new RegExp(`^${words}$`) }) })
  }
  const home = async (tap: (target: Locator) => Promise<void>) => {
    await tap(page.getByRole('link', { name: 'Dashboard', exact: true }).first())
    await there(attention)
  }

  async function gives(line: Locator): Promise<boolean> {
    const free = line.getByRole('option', { name: /: free$/ })
    const rider = (await free.count()) > 0 ? await free.first().getAttribute('value') : null
    if (rider === null) return false
    return notebook.does(
      'admin: a rider for an order that has none',
      async ({ choose, tap }) => {
        await choose(line.getByRole('combobox', { name: 'Rider' }), rider)
        await tap(button(line, 'Give it to this rider'))
      },
      () => there(page.getByText(/The rider has it, and sees it now\.|Somebody was faster/).first()),
    )
  }

  const approves = (line: Locator) =>
    notebook.does(
      'admin: approve a claim',
      async ({ tap, fill }) => {
        await tap(line.getByRole('link', { name: /^Decide: / }))
        const dialog = page.getByRole('dialog')
        await tap(dialog.getByText('Approve…'))
        await fill(dialog.getByLabel('Amount in naira'), '400')
        await fill(dialog.locator('details[open]').getByLabel('Why?'), 'One plate was cold')
        await tap(button(dialog, 'Give this back'))
        await tap(button(dialog, 'Give ₦400 back'))
        await there(dialog.getByText(/borne by/).first())
        await tap(dialog.getByRole('link', { name: 'Close' }))
        await home(tap)
      },
      () => there(attention),
    )

  /** The customer reads a line of ours; the rider is known to the board. */
  const writes = (order_id: string) =>
    notebook.does(
      'admin: see to a late order, and write to its customer',
      async ({ tap, fill }) => {
        await tap(attention.getByRole('link', { name: new RegExp(`^See to it: Order ${order_id} `) }))
        // One that its kitchen has not answered yet is on no rider's way, so the line leads to its own page.
        await page.waitForURL(/\/admin\/(dispatch|orders\/)/)
        if (page.url().includes('/dispatch')) {
          await tap(page.getByRole('link', { name: `Order ${order_id}`, exact: true }).first())
        }
        await fill(page.getByLabel('Your line'), 'Sorry, your order is late. It is on its way.')
        await tap(button(page, 'Send to the customer'))
        await there(page.getByText('Sorry, your order is late.').filter({ visible: true }).first())
        await home(tap)
      },
      () => there(attention),
    )

  const opens = (line: Locator, link: RegExp, job: string, heading: Locator) =>
    notebook.does(
      job,
      async ({ tap }) => {
        await tap(line.getByRole('link', { name: link }))
        await there(heading)
        await page.goBack()
      },
      () => there(attention),
    )

  async function actsOn(line: Locator, about: string): Promise<boolean> {
    for (const [name, job] of Object.entries(at_once)) {
      const press = button(line, name)
      if ((await press.count()) === 0) continue
      return notebook.does(
        job,
        ({ tap }) => tap(press),
        () => gone(line),
      )
    }
    if ((await button(line, 'Give it to this rider').count()) > 0 && (await gives(line))) return true
    const key = keyOf(about)
    if (looked_at.has(key)) return false
    const [, order_id = ''] = /[Oo]rder (\d+)/.exec(about) ?? []
    const once = async (doing: Promise<boolean>) => {
      const did = await doing
      if (did) looked_at.add(key)
      else put_off = key
      return true
    }
    if ((await line.getByRole('link', { name: /^Decide: Order \d+: “/ }).count()) > 0) return once(approves(line))
    if (/ min late/.test(about) && (await line.getByRole('link', { name: /^See to it/ }).count()) > 0)
      return once(writes(order_id))
    if (/is paused/.test(about)) {
      const dialog = page.getByRole('dialog')
      const did = await opens(line, /^Open the vendor/, 'admin: call a kitchen that we paused', dialog)
      if (did) called()
      return once(Promise.resolve(did))
    }
    if (/has not answered order/.test(about)) {
      const title = page.getByRole('heading', { level: 1, name: /^Order \d/ })
      return once(opens(line, /^Open the order/, 'admin: call a kitchen that does not answer', title))
    }
    return false
  }

  return async (): Promise<boolean> => {
    // What did not work out left another screen open.
    if (!(await attention.isVisible())) {
      await page.goto(new URL('/admin/dashboard', page.url()).href)
      await there(attention)
    }
    for (const { kind, about } of await attention.getByRole('listitem').evaluateAll(linesOf)) {
      if (about === '') continue
      const key = keyOf(about)
      seen.set(kind, (seen.get(kind) ?? new Set()).add(key))
      if (key !== put_off && (await actsOn(lineAbout(about), about))) return true
    }
    put_off = null
    return false
  }
}

/** What stands on each line: its first chip, and what it is about; nothing on one that counts those not shown. */
const linesOf = (items: Element[]) =>
  items.map((item) => {
    const kind = item.querySelector('p')?.firstElementChild?.textContent ?? ''
    const about = [...item.querySelectorAll('a')].at(-1)?.getAttribute('aria-label') ?? ''
    return { kind, about }
  })
