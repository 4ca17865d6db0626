import { globSync, readFileSync } from 'node:fs'
import { beforeAll, describe, expect, test } from 'vitest'
import { passwords } from '../../adapters/accounts/passwords.ts'
import { founderOf } from '../../domain/accounts/actor.ts'
import { kitchen_tablets } from '../../domain/accounts/tables.ts'
import { setKitchenPin } from '../../domain/catalog/staff/kitchen-pin.ts'
import { makeTablet } from '../../domain/catalog/staff/kitchen-tablet.ts'
import { type KitchenRole, kitchen_role_names } from '../../domain/kitchen-roles.ts'
import { actingOn } from '../accepted-order.ts'
import { openJourney } from '../open-journey.ts'
import { insertAccount, postForm } from '../sign-in.ts'
import { complete_profile } from '../world.ts'
import { staffedKitchen } from './staffed-kitchen.ts'

/**
 * What each role in a kitchen may see and do, for every screen and every form of a vendor's back office. It is written
 * here a second time, by the people in it, so that a slip in app/vendor/rights.ts shows.
 */
const everybody: readonly KitchenRole[] = kitchen_role_names
const runs_it: readonly KitchenRole[] = ['owner', 'manager']
const owns_it: readonly KitchenRole[] = ['owner']

const seen_by: Readonly<Record<string, readonly KitchenRole[]>> = {
  '/vendor-dashboard': everybody,
  '/vendor-dashboard/figures': runs_it,
  '/vendor-order': everybody,
  '/food': everybody,
  '/food/menu.csv': runs_it,
  '/account': runs_it,
  '/vendor-kitchens': everybody,
  '/vendor-tablet': everybody,
  '/vendor-staff': runs_it,
  '/vendor-promotions': runs_it,
  '/request-payout': owns_it,
  '/request-payout/statement': owns_it,
  '/request-payout/statement.csv': owns_it,
}

/** What is done with an order, on the board and in the history. */
const moves = 'accept complete more_time missing found packs came_back undo reject collect not_collected'

const done_by: readonly [screen: string, intents: string, roles: readonly KitchenRole[]][] = [
  ['/vendor-dashboard', `${moves} reopen`, everybody],
  ['/vendor-order', moves, everybody],
  ['/food', 'sold_out', everybody],
  ['/food', 'save delete move import', runs_it],
  ['/account', 'hours times auto_accept same_price pause resume photo', runs_it],
  ['/account', 'back next submit', owns_it],
  ['/vendor-kitchens', 'switch join decline', everybody],
  ['/vendor-kitchens', 'open', owns_it],
  ['/vendor-tablet', 'enter leave', everybody],
  ['/vendor-staff', 'invite withdraw role end restore pin no_pin tablet end_tablet', runs_it],
  ['/vendor-promotions', 'create end', runs_it],
  ['/request-payout', 'request', owns_it],
]

/** What is sent from a form without an intent of its own, or to an endpoint that answers for itself. */
const endpoints: readonly [path: string, fields: Record<string, string>, roles: readonly KitchenRole[]][] = [
  ['/account/draft', { name: 'Bose' }, owns_it],
  ['/account/bank-name', { bank: 'Access Bank', account_number: '0690000031' }, owns_it],
]

/** The kitchen's tablet while nobody said that they are there, and with a manager or a cook who did. */
const at_tablet = ['nobody', 'cook', 'tablet'] as const
type AtTablet = (typeof at_tablet)[number]
const seen_at_tablet: Readonly<Record<string, readonly AtTablet[]>> = {
  '/vendor-dashboard': at_tablet,
  '/vendor-order': at_tablet,
  '/food': at_tablet,
  '/food/menu.csv': ['tablet'],
  '/account': ['tablet'],
  '/vendor-tablet': at_tablet,
}
const moves_of_orders = [
  ...['/vendor-dashboard', '/vendor-order'].flatMap((screen) =>
    moves.split(' ').map((intent) => `${screen} ${intent}`),
  ),
  '/vendor-dashboard reopen',
]
const done_at_tablet: Readonly<Record<AtTablet, readonly string[]>> = {
  nobody: ['/vendor-tablet enter', '/vendor-tablet leave'],
  cook: [...moves_of_orders, '/food sold_out', '/vendor-tablet enter', '/vendor-tablet leave'],
  tablet: [
    ...moves_of_orders,
    ...['sold_out', 'save', 'delete', 'move', 'import'].map((intent) => `/food ${intent}`),
    ...['hours', 'times', 'auto_accept', 'same_price', 'pause', 'resume', 'photo'].map(
      (intent) => `/account ${intent}`,
    ),
    ...['/vendor-tablet enter', '/vendor-tablet leave'],
  ],
}

const { app } = await openJourney()
const { kitchen, cookieOf } = await staffedKitchen(app)

describe.each(kitchen_role_names)('%s', (role) => {
  test('sees what is theirs, and not even the data of the rest', async () => {
    const wrong: string[] = []
    for (const [path, roles] of Object.entries(seen_by)) {
      const address = path.endsWith('.csv') ? path : `${path}.data`
      const answer = await fetch(app.url + address, { headers: cookieOf(role), redirect: 'manual' })
      const body = await answer.text()
      const seen = !`${answer.headers.get('location')} ${body}`.includes('/unauthorized')
      if (answer.status >= 500 || seen !== roles.includes(role)) wrong.push(`${address}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })

  test('is shown no more money than is theirs', async () => {
    const read = async (path: string) =>
      (await fetch(`${app.url}${path}.data`, { headers: cookieOf(role), redirect: 'manual' })).text()
    const shown = {
      takings: (await read('/vendor-dashboard')).includes('earnings'),
      bank: (await read('/account')).includes(complete_profile.account_number),
    }
    expect(shown).toEqual({ takings: runs_it.includes(role), bank: owns_it.includes(role) })
  })

  test('does what is theirs; the rest is refused in words', async () => {
    const wrong: string[] = []
    for (const [screen, intents, roles] of done_by) {
      for (const intent of intents.split(' ')) {
        // Its answer alone, without the screen around it.
        const answer = await postForm(app.url, `${screen}.data`, { intent }, cookieOf(role))
        const body = await answer.text()
        const refused = answer.status === 403 || body.includes('/unauthorized')
        const said = seen_by[screen]?.includes(role) === false || body.includes('Nothing was changed: your role here,')
        if (answer.status >= 500 || refused === roles.includes(role) || (refused && !said)) {
          wrong.push(`${screen} ${intent}: ${answer.status}`)
        }
      }
    }
    for (const [path, fields, roles] of endpoints) {
      const answer = await postForm(app.url, path, fields, cookieOf(role))
      if (answer.status >= 500 || (answer.status !== 403) !== roles.includes(role))
        wrong.push(`${path}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

describe.each(at_tablet)('at the tablet, %s', (who) => {
  let headers: { cookie: string }
  let present_id: string
  beforeAll(async () => {
    const owner = founderOf(kitchen)
    const role = who === 'cook' ? 'cook' : 'manager'
    const works = { kitchen: { vendor_id: kitchen.user_id, role } } as const
    present_id = (await insertAccount(app.db, 'vendor', works)).user_id
    await setKitchenPin({ ...actingOn(app), passwords }, owner, { user_id: present_id, pin: '4826' })
    const made = await makeTablet(actingOn(app), owner)
    if (!made.ok) throw new Error(made.reason)
    headers = { cookie: `chowgate.tablet=${made.value.secret}` }
  })
  const isThere = async () => {
    const present_until = new Date(Date.now() + 60_000)
    const present = who === 'nobody' ? { present_id: null } : { present_id, present_until }
    await app.db.update(kitchen_tablets).set(present)
  }

  test('is shown and does what is written here, and nothing else', async () => {
    const wrong: string[] = []
    await isThere()
    for (const path of Object.keys(seen_by)) {
      const address = path.endsWith('.csv') ? path : `${path}.data`
      const answer = await fetch(app.url + address, { headers, redirect: 'manual' })
      const body = `${answer.headers.get('location')} ${await answer.text()}`
      const seen = !body.includes('/unauthorized') && !body.includes('/vendor-tablet?next')
      const expected = seen_at_tablet[path]?.includes(who) ?? false
      if (answer.status >= 500 || seen !== expected) wrong.push(`${address}: ${answer.status}`)
      if (body.includes('earnings') || body.includes(complete_profile.account_number)) wrong.push(`${address}: money`)
    }
    for (const [screen, intents] of done_by) {
      for (const intent of intents.split(' ')) {
        await isThere()
        const fields = { intent, _present: who === 'nobody' ? '' : present_id }
        const answer = await postForm(app.url, `${screen}.data`, fields, headers)
        const body = await answer.text()
        const refused = answer.status === 403 || body.includes('/unauthorized') || body.includes('/vendor-tablet?next')
        const expected = done_at_tablet[who].includes(`${screen} ${intent}`)
        if (answer.status >= 500 || refused === expected) wrong.push(`${screen} ${intent}: ${answer.status}`)
      }
    }
    for (const [path, fields] of endpoints) {
      const answer = await postForm(app.url, path, fields, headers)
      if (answer.status !== 403) wrong.push(`${path}: ${answer.status}`)
    }
    expect(wrong).toEqual([])
  })
})

test('no form of a kitchen is missing on this page', () => {
  const known = new Set(done_by.flatMap(([, intents]) => intents.split(' ')))
  const found = (files: string, pattern: RegExp) =>
    globSync(files)
      // Its cases are refusals.
      .filter((path) => !path.endsWith('registration-action.server.ts'))
      .map((path) => readFileSync(path, 'utf8'))
      .flatMap((source) => [...source.matchAll(pattern)].map(([, intent = '']) => intent))
  const in_forms = found('app/vendor/**/*.tsx', /intent="([a-z_]+)"/g)
  // What an action can do, also where a form names it by a variable.
  const in_actions = found('app/vendor/**/*-action.server.ts', /^ +case '([a-z_]+)':/gm)
  expect([in_forms.length > 8, in_actions.length > 20]).toEqual([true, true])
  const used = [...in_forms, ...in_actions]
  expect(used.filter((intent) => !known.has(intent))).toEqual([])
})
