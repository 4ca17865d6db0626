import type { Locator, Page } from 'playwright-core'
import { button, gone, type Notebook, there } from './hands.ts'

/** What becomes of an order at its door. */
export type Fate = 'handed over' | 'left' | 'brought back' | 'accident' | 'without the PIN'

const PLACE = 'FUTA North Gate'
/** Nobody is at a door sooner than two minutes after the pick-up; who says so is refused. */
const AT_DOOR_MS = 125_000

type Known = {
  fateOf(order_id: number): Fate
  /** Orders whose accident has happened: the next rider has none. */
  had_accident: Set<number>
  pinOf(order_id: number): Promise<string>
  picture: Buffer
}

/** A rider with the phone in one hand: does what comes next on the screen, whatever the order's fate at the door is. */
export function courierAt(page: Page, notebook: Notebook, known: Known) {
  const picked_up_at = new Map<number, number>()
  const visible = (found: Locator) => found.filter({ visible: true }).first()

  async function atDoor(card: Locator, order_id: number): Promise<boolean> {
    const fate = known.fateOf(order_id)
    if (fate === 'accident' && !known.had_accident.has(order_id)) return hasAccident(card, order_id)
    if (fate === 'left' || fate === 'brought back') return waitsForCustomer(card, order_id, fate)
    if (fate === 'without the PIN') return handsOverWithout(card, order_id)
    const pin = await known.pinOf(order_id)
    return notebook.does(
      'rider: hand over with the PIN',
      async ({ fill, tap }) => {
        await fill(card.getByLabel('The customer’s PIN'), pin)
        await tap(button(card, 'Handed over'))
      },
      () => gone(button(card, 'Handed over')),
    )
  }

  async function hasAccident(card: Locator, order_id: number): Promise<boolean> {
    const done = await notebook.does(
      'rider: hand on after an accident',
      async ({ tap, choose, fill }) => {
        await tap(card.getByText('I cannot hand it over…'))
        await tap(card.getByText('I had an accident'))
        await tap(visible(card.getByText('Another rider gets it here')))
        await choose(visible(card.getByLabel('At which place?')), PLACE)
        await fill(visible(card.getByLabel('What happened?')), 'A dog ran into me')
        await tap(visible(button(card, 'Do this')))
      },
      () => gone(card),
    )
    if (done) known.had_accident.add(order_id)
    return done
  }

  async function handsOverWithout(card: Locator, order_id: number): Promise<boolean> {
    if (performance.now() - (picked_up_at.get(order_id) ?? 0) < AT_DOOR_MS) return false
    return notebook.does(
      'rider: hand over without the PIN',
      async ({ tap, fill, photo }) => {
        if (!(await card.getByLabel('Reason').isVisible())) await tap(card.getByText('Without the PIN…'))
        await fill(card.getByLabel('Reason'), 'Her phone is off, she is at the door')
        await photo(visible(card.getByLabel('Photo', { exact: true })), known.picture)
        await there(card.getByAltText('What you chose'))
        await tap(button(card, 'Handed over without the PIN'))
      },
      () => gone(button(card, 'Handed over without the PIN')),
    )
  }

  async function waitsForCustomer(card: Locator, order_id: number, fate: Fate): Promise<boolean> {
    if ((await card.getByRole('heading', { name: /^Waiting for / }).count()) > 0) return false
    if ((await card.getByRole('heading', { name: / did not come$/ }).count()) > 0) {
      return fate === 'left' ? leavesIt(card) : bringsBack(card)
    }
    if (performance.now() - (picked_up_at.get(order_id) ?? 0) < AT_DOOR_MS) return false
    return notebook.does(
      'rider: nobody comes to the door',
      async ({ tap }) => {
        const says = button(card, 'Nobody comes to the door')
        if (!(await says.isVisible())) await tap(card.getByText('I cannot hand it over…'))
        await tap(says)
      },
      () => there(card.getByRole('heading', { name: /^Waiting for / })),
    )
  }

  const leavesIt = (card: Locator) =>
    notebook.does(
      'rider: leave it at a place, with a photo',
      async ({ tap, choose, photo }) => {
        await tap(visible(card.getByText('I leave it at a place')))
        await choose(visible(card.getByLabel('At which place?')), PLACE)
        await photo(visible(card.getByLabel('Photo', { exact: true })), known.picture)
        await there(card.getByAltText('What you chose'))
        await tap(visible(button(card, 'Do this')))
      },
      () => gone(card),
    )

  const bringsBack = (card: Locator) =>
    notebook.does(
      'rider: bring it back to the kitchen',
      async ({ tap }) => {
        await tap(visible(card.getByText('I bring it back to the kitchen')))
        await tap(visible(button(card, 'Do this')))
        await tap(button(card, 'The kitchen has it back'))
      },
      () => gone(card),
    )

  /** The first order in hand stands open; one below it is opened where something can be done with it. */
  async function unfolds(card: Locator): Promise<boolean> {
    const folded = card.locator(':scope > details:not([open])')
    if ((await folded.count()) === 0) return true
    if ((await card.getByRole('heading', { name: /^(Handed over|You are done with it)$/ }).count()) > 0) return false
    return notebook.does(
      'rider: open another order in hand',
      ({ tap }) => tap(folded.locator('summary').first()),
      () => gone(folded),
    )
  }

  /** One step for one of the orders in hand; false where none is possible now. */
  async function stepWith(card: Locator, order_id: number): Promise<boolean> {
    if (!(await unfolds(card))) return false
    const arrived = card.getByRole('button', { name: /^(Arrived at the kitchen|I am with )/ })
    if ((await arrived.count()) > 0) {
      const done = button(card, 'Picked up')
      return notebook.does(
        'rider: say that one is there',
        ({ tap }) => tap(arrived),
        () => there(done),
      )
    }
    const picked_up = button(card, 'Picked up')
    if ((await picked_up.count()) > 0) {
      const is_ready = (await card.getByText(/The food is ready\.|with food from/).count()) > 0
      if (!is_ready) return false
      picked_up_at.set(order_id, performance.now())
      return notebook.does(
        'rider: count the packs, pick up',
        ({ tap }) => tap(picked_up),
        () => gone(picked_up),
      )
    }
    const is_at_door = (await card.getByText('I cannot hand it over…').count()) > 0
    return is_at_door && atDoor(card, order_id)
  }

  return async (): Promise<boolean> => {
    const accept = button(page, 'Accept')
    if ((await accept.count()) > 0) {
      return notebook.does(
        'rider: accept an offer',
        ({ tap }) => tap(accept.first()),
        () => gone(accept.first()),
      )
    }
    const on_duty = button(page, 'Go on duty')
    if ((await on_duty.count()) > 0) {
      const heading = page.getByRole('heading', { name: 'On duty', exact: true })
      return notebook.does(
        'rider: go on duty',
        ({ tap }) => tap(on_duty.first()),
        () => there(heading),
      )
    }
    for (const order_id of await ordersInHand(page)) {
      const card = page.getByRole('article').filter({ has: page.getByText(`Order ${order_id}`, { exact: true }) })
      if (await stepWith(card, order_id)) return true
    }
    return false
  }
}

async function ordersInHand(page: Page): Promise<number[]> {
  const texts = await page.getByRole('article').allInnerTexts()
  return texts.flatMap((text) => /^Order (\d+)/m.exec(text)?.[1] ?? []).map(Number)
}
