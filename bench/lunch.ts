import { type Browser, chromium, type Page } from 'playwright-core'
import sharp from 'sharp'
import { food } from '../domain/catalog/tables.ts'
import { findViolations } from '../domain/invariants/invariants.ts'
import { kobo } from '../domain/money.ts'
import { quick_chromium_path } from '../test/ensure-chromium.ts'
import { insertRider } from '../test/rider.ts'
import { insertAccount, logInBrowser } from '../test/sign-in.ts'
import { complete_profile, insertVendor } from '../test/world.ts'
import { liftMessageCaps } from './lifted-limits.ts'
import { cookAt } from './lunch/cook.ts'
import { courierAt, type Fate } from './lunch/courier.ts'
import { complains, swapsByLink } from './lunch/customer.ts'
import { button, type Notebook, openNotebook, there } from './lunch/hands.ts'
import { operatorAt } from './lunch/operator.ts'
import { hourOf, keysOfOrder, placesOrder } from './lunch/orders.ts'
import { shortenTheHour } from './lunch/short-hour.ts'
import { figure, table, verdict } from './markdown.ts'
import type { Section } from './section.ts'
import type { Stage } from './stage.ts'
import { median } from './statistics.ts'

const ORDERS = 30
const PAID_EVERY_MS = 5000
const GIVE_UP_MS = 15 * 60_000
const LOOK_MS = 300
const phone = { viewport: { width: 360, height: 740 }, hasTouch: true, isMobile: true }
const desk = { viewport: { width: 1280, height: 900 }, hasTouch: false, isMobile: false }
const tablet = { viewport: { width: 820, height: 1180 }, hasTouch: true, isMobile: true }

/** What befalls orders, by the sequence in which they are paid; the first and last two are the silent kitchen's. */
const fates: Readonly<Record<number, Fate>> = {
  ...{ 7: 'left', 10: 'accident', 15: 'brought back', 18: 'without the PIN' },
}
/** Whose kitchen was slow, and whose customer finds something wrong. */
const [LATE, WRONG] = [9, 5]
const out: Readonly<Record<number, 'swaps' | 'is silent'>> = { 4: 'swaps', 13: 'is silent' }

/**
 * A lunch hour at the kitchens', riders' and operator's own screens: scripts press what comes next on each, and nothing
 * else moves an order. Then the invariants, and whether anybody is stuck.
 */
export async function measureLunch(stage: Stage): Promise<Section> {
  const { db } = stage.database
  await liftMessageCaps(db)
  await shortenTheHour(db)
  const browser = await chromium.launch({
    executablePath: quick_chromium_path(),
    args: ['--no-sandbox', '--disable-background-networking', '--no-first-run'],
  })
  const over = new AbortController()
  try {
    const notebook = openNotebook()
    const seen = new Map<string, Set<string>>()
    const minutes = await plays(stage, browser, { notebook, seen }, over)
    const violations = await findViolations(db)
    const { stuck, ends } = await hourOf(db).howItEnded()
    return {
      name: 'lunch',
      text: tell(notebook, { minutes, violations, stuck, ends, seen }),
      failed: violations.length > 0 || stuck.length > 0,
    }
  } finally {
    over.abort()
    await browser.close()
  }
}

/** Plays the hour to its end; answers how many minutes it took. */
async function plays(
  stage: Stage,
  browser: Browser,
  { notebook, seen }: { notebook: Notebook; seen: Map<string, Set<string>> },
  hour_is: AbortController,
): Promise<number> {
  const over = hour_is.signal
  const { db } = stage.database
  const began = performance.now()
  const number_of = new Map<number, number>()
  const indexOf = (order_id: number) => [...number_of].find(([, id]) => id === order_id)?.[0] ?? -1
  const isOut = (order_id: number) => indexOf(order_id) in out

  const kitchens = await Promise.all(
    ['Iya Bose Buka', 'Mama Put Corner', 'Suya Spot'].map(async (name, index) => {
      const email = `lunch${index}@example.com`
      const kitchen = await insertVendor(db, { ...complete_profile, name, email, preparation_minutes: 15 })
      await insertAccount(db, 'vendor', { user_id: kitchen.user_id, email })
      await db.insert(food).values({ vendor_id: kitchen.user_id, name: 'Ofada Rice', price: kobo(1_500_00) })
      return { ...kitchen, email }
    }),
  )
  const [, , silent] = kitchens
  if (!silent) throw new Error('There is no third kitchen.')
  const open = async (email: string, path: string, screen: typeof phone | typeof desk): Promise<Page> => {
    const context = await browser.newContext({ ...screen, locale: 'en-NG', timezoneId: 'Africa/Lagos' })
    await logInBrowser(context, stage.app_url, email)
    const page = await context.newPage()
    await page.goto(stage.app_url + path)
    return page
  }
  const picture = await sharp({
    create: {
      width: 800,
      height: 600,
      channels: 3,
      background: '#8a4b06',
      noise: { type: 'gaussian', mean: 128, sigma: 60 },
    },
  })
    .jpeg()
    .toBuffer()

  let is_called = false
  const admin = await insertAccount(db, 'admin', { email: 'desk@example.com', name: 'Ngozi' })
  const dashboard = await open(admin.email, '/admin/dashboard', desk)
  const watch = operatorAt(dashboard, notebook, {
    called: () => {
      is_called = true
    },
    seen,
  })
  const hour = hourOf(db)
  const had_accident = new Set<number>()
  const all: Promise<void>[] = [works(watch, over)]
  for (const { email } of kitchens.slice(0, 2)) {
    all.push(works(cookAt(await open(email, '/vendor-dashboard', tablet), notebook, isOut), over))
  }
  for (const name of ['Musa Bello', 'Tunde Ojo', 'Bola Ade']) {
    const rider = await insertRider(db, { name, on_duty_since: null })
    const page = await open(rider.email, '/rider-dashboard', phone)
    const fateOf = (order_id: number) => fates[indexOf(order_id)] ?? 'handed over'
    const pinOf = async (order_id: number) => (await keysOfOrder(db, order_id)).pin
    all.push(works(courierAt(page, notebook, { fateOf, pinOf, picture, had_accident }), over))
  }

  const pays = async (index: number) => {
    const kitchen = index < 2 || index >= ORDERS - 2 ? silent : kitchens[index % 2]
    if (!kitchen) return
    number_of.set(index, await placesOrder(stage, kitchen, ...(index in out ? ['Ofada Rice'] : []), 'Jollof Rice'))
  }
  for (let index = 0; index < ORDERS - 2; index++) {
    const next = new Promise((resolve) => setTimeout(resolve, PAID_EVERY_MS))
    await pays(index)
    if (index === LATE) await hour.makeLate(number_of.get(index) ?? 0)
    if (index === WRONG) {
      const order_id = number_of.get(index) ?? 0
      all.push(complains({ stage, browser, notebook, over }, order_id, () => hour.isDelivered(order_id)))
    }
    if (out[index] === 'swaps') {
      all.push(swapsByLink({ stage, browser, notebook, over }, number_of.get(index) ?? 0))
    }
    await next
  }
  // Nobody looked at the third kitchen's screen: it was paused. The operator calls, and its cook comes.
  await hour.until(GIVE_UP_MS, 'the call to the silent kitchen', () => is_called)
  const page = await open(silent.email, '/vendor-dashboard', tablet)
  await notebook.does(
    'kitchen: come back after a pause',
    async ({ tap }) => {
      await tap(page.getByText('Paused', { exact: true }))
      await tap(button(page, 'Take orders again'))
    },
    () => there(page.getByText('Pause', { exact: true })),
  )
  all.push(works(cookAt(page, notebook, isOut), over))
  for (let index = ORDERS - 2; index < ORDERS; index++) await pays(index)
  await hour.untilAllOver(GIVE_UP_MS)
  const minutes = (performance.now() - began) / 60_000
  // Whoever has just pressed sees what comes of it.
  hour_is.abort()
  await Promise.all(all)
  return minutes
}

/** Looks at the screen, does what comes next, and looks again, until the hour is over. */
async function works(doesNext: () => Promise<boolean>, over: AbortSignal): Promise<void> {
  while (!over.aborted) {
    // What moved on while it was read is read again.
    const did = await doesNext().catch((error: unknown) => {
      console.error(`Looked again: ${String(error)}`)
      return false
    })
    if (!did) await new Promise((resolve) => setTimeout(resolve, LOOK_MS))
  }
}

type Outcome = {
  minutes: number
  violations: readonly { invariant: string; subject: string; problem: string }[]
  stuck: readonly string[]
  ends: ReadonlyMap<string, number>
  seen: ReadonlyMap<string, ReadonlySet<string>>
}

function tell({ jobs, faltered }: Notebook, { minutes, violations, stuck, ends, seen }: Outcome): string {
  const lines = [...seen].map(([kind, of]) => `${kind.toLowerCase()} ${of.size}`)
  const rows = [...jobs]
    .toSorted(([left], [right]) => left.localeCompare(right))
    .map(([job, done]) => [
      job,
      figure(done.length),
      figure(median(done.map(({ taps }) => taps))),
      figure(median(done.map(({ fields }) => fields))),
      figure(median(done.map(({ seconds }) => seconds)), 1),
      figure(Math.max(...done.map(({ seconds }) => seconds)), 1),
    ])
  return [
    '## A lunch hour at the screens',
    `${ORDERS} orders at three kitchens (820 px), three riders (360 px) and the operator’s dashboard (1280 px) in ` +
      'Chromium, one paid every ' +
      `${PAID_EVERY_MS / 1000} s: ` +
      'two dishes that are out (one customer swaps by link, one is silent), two customers who do not come to ' +
      'the door, an accident on the way, a hand-over without the PIN, a late order, a claim, and a kitchen that lets ' +
      'two orders lapse, is paused for it and comes back once the operator, who begins everything at the dashboard, ' +
      'has called. ' +
      'Scripts press what the screen shows next. A dish that is out and a door have a minute, an order that nobody ' +
      'takes has three. Seconds are from the first press until the screen shows that it is done, with ' +
      'no time for hands and eyes. A field is typed into, or gets a photo; to choose from a list is two taps.',
    '',
    table(['job', 'times', 'taps', 'fields', 'median s', 'slowest s'], rows),
    '',
    `It took ${figure(minutes, 1)} minutes. ${[...ends].map(([end, count]) => `${end}: ${count}`).join(', ')}. ` +
      `Money invariants broken: ${violations.length} ${verdict(violations.length === 0)}. ` +
      `Orders that are stuck: ${stuck.length} ${verdict(stuck.length === 0)}. ` +
      `Lines that came up on the dashboard: ${lines.join(', ')}. ` +
      `Jobs tried again, because the screen had moved on or was slow: ${faltered.length}.`,
    ...violations.map(({ invariant, subject, problem }) => `- ${invariant}: ${subject} ${problem}`),
    ...stuck.map((what) => `- stuck: ${what}`),
  ].join('\n')
}
