import { eq } from 'drizzle-orm'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { suspendAccount } from '../../domain/accounts/suspend-account.ts'
import { findViolations } from '../../domain/invariants/invariants.ts'
import { moveOrder } from '../../domain/orders/move-order.ts'
import { giveBack } from '../../domain/orders/refunds/give-back.ts'
import { order_history, orders } from '../../domain/orders/tables.ts'
import { payouts } from '../../domain/payouts/tables.ts'
import { reactions } from '../../domain/reactions.ts'
import { some } from '../movers.ts'
import { paidOrderFor } from '../paid-order.ts'
import { insertAccount, logIn, postForm } from '../sign-in.ts'
import { startTestApp, type TestApp } from '../start-app.ts'
import { insertVendor } from '../world.ts'

let app: TestApp
let order_id: number
const cookies: Record<'owner' | 'stranger' | 'rider', string> = { owner: '', stranger: '', rider: '' }

beforeAll(async () => {
  app = await startTestApp()
  const kitchen = await insertVendor(app.db, {
    bank_name: 'Access Bank',
    account_number: '0690000031',
    account_name: 'IYA TEST',
  })
  const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
  cookies.owner = await logIn(app.url, owner.email)
  cookies.stranger = await logIn(app.url, (await insertAccount(app.db, 'vendor')).email)
  cookies.rider = await logIn(app.url, (await insertAccount(app.db, 'rider')).email)
  order_id = await paidOrderFor(app, kitchen)
})
afterAll(() => app?.stop())

const get = (path: string, cookie = '') =>
  fetch(app.url + path, { headers: { cookie }, redirect: 'manual', signal: AbortSignal.timeout(20_000) })
/** A stream of news as a browser opens it. */
async function openStream(cookie: string) {
  const stop = new AbortController()
  const answer = await fetch(`${app.url}/back-office/live?after=0`, {
    headers: { cookie },
    redirect: 'error',
    signal: stop.signal,
  })
  let heard = ''
  let open = true
  const read = async () => {
    try {
      for await (const piece of answer.body ?? []) heard += new TextDecoder().decode(piece)
    } catch (error) {
      if (!stop.signal.aborted) throw error
    } finally {
      open = false
    }
  }
  return { ended: read(), is_open: () => open, heard: () => heard, close: () => stop.abort() }
}

const post = (path: string, fields: Record<string, string>, cookie = '') => postForm(app.url, path, fields, { cookie })

const pages = () => [
  '/vendor-dashboard',
  '/vendor-order',
  `/vendor-order/${order_id}`,
  '/request-payout',
  '/request-payout/statement',
  '/request-payout/statement.csv',
]

describe('the desk is for the vendor alone', () => {
  test('nobody: to the login and back here', async () => {
    for (const path of pages()) {
      const answer = await get(path)
      expect(answer.status, path).toBe(302)
      expect(answer.headers.get('location'), path).toBe(`/login?next=${encodeURIComponent(path)}`)
    }
    expect((await get('/back-office/live')).status).toBe(302)
    expect((await get('/back-office/notifications')).status).toBe(302)
    for (const path of [`/vendor-order/${order_id}`, '/request-payout', '/back-office/notifications']) {
      expect((await post(path, { intent: 'complete', up_to: '9' })).status, path).toBe(302)
    }
  })

  test('another role: to /unauthorized', async () => {
    for (const path of pages()) {
      expect((await get(path, cookies.rider)).headers.get('location'), path).toBe('/unauthorized')
    }
    const moved = await post(`/vendor-order/${order_id}`, { intent: 'complete' }, cookies.rider)
    expect(moved.headers.get('location')).toBe('/unauthorized')
  })

  test("another vendor: like an order that never was, and nothing of the owner's in any list", async () => {
    for (const id of [order_id, 999_999_999, 'x']) {
      expect((await get(`/vendor-order/${id}`, cookies.stranger)).status).toBe(404)
      for (const intent of ['accept', 'complete', 'reject']) {
        const fields = { intent, minutes: '20', reason: 'Out of rice' }
        expect((await post(`/vendor-order/${id}`, fields, cookies.stranger)).status).toBe(404)
      }
    }
    expect(await (await get('/vendor-order', cookies.stranger)).text()).toContain('No orders yet.')
    expect(await (await get('/request-payout/statement.csv', cookies.stranger)).text()).not.toContain('Sale')
    expect((await post('/request-payout', {}, cookies.stranger)).status).toBe(409)
    const history = await app.db.select().from(order_history).where(eq(order_history.order_id, order_id))
    expect(history.map((move) => move.verb)).toEqual(['place'])
  })

  test('no status, amount or owner is writable by sending it', async () => {
    const fields = { intent: 'deliver', status: 'Delivered', total_price: '999999' }
    expect((await post(`/vendor-order/${order_id}`, fields, cookies.owner)).status).toBe(400)
    const [order] = await app.db.select().from(orders).where(eq(orders.id, order_id))
    expect(order).toMatchObject({ status: 'Pending', total_price: 1_500_00 })
  })
})

describe('without scripts', () => {
  test('the buttons of the list lead to the order’s own page, where completing is a question to open', async () => {
    const list = await (await get('/vendor-order', cookies.owner)).text()
    expect(list).toMatch(new RegExp(`<form[^>]* action="/vendor-order/${order_id}"`))
    expect(list).not.toContain('value="complete"')
    const page = await (await get(`/vendor-order/${order_id}`, cookies.owner)).text()
    const [, question = ''] = page.split(/<details[^>]*><summary[^>]*>Mark as Completed/)
    expect(question).toContain('you cannot take this back')
    expect(question).toContain('value="complete"')
  })

  test('an order is refused with words, accepted, completed, and its money requested once', async () => {
    const path = `/vendor-order/${order_id}`
    const send = async (fields: Record<string, string>) => {
      const answer = await post(path, fields, cookies.owner)
      return [answer.status, await answer.text()] as const
    }
    const [refused, words] = await send({ intent: 'accept', minutes: '500' })
    expect(refused).toBe(422)
    expect(words).toContain('Please enter 5 to 120 minutes.')
    expect((await send({ intent: 'accept', minutes: '20' }))[1]).toContain('Order accepted')
    expect((await send({ intent: 'accept', minutes: '20' }))[1]).toContain('is Accepted already')
    expect((await send({ intent: 'complete' }))[1]).toContain('Order marked as completed')
    const [too_late, what] = await send({ intent: 'missing', item: '0' })
    expect(too_late).toBe(409)
    expect(what).toContain(`Order ${order_id} is Completed already: nothing can be taken out of it.`)

    await app.db.transaction((tx) =>
      moveOrder(tx, reactions({ public_url: '' }), {
        order_id,
        verb: 'deliver',
        by: some('admin'),
        now: new Date(),
      }),
    )
    const answers = await Promise.all([1, 2, 3].map(() => post('/request-payout', {}, cookies.owner)))
    expect(answers.map((answer) => answer.status).toSorted()).toEqual([200, 409, 409])
    const late = await post('/request-payout', {}, cookies.owner)
    expect(await late.text()).toContain('Failed to request payout')
    expect(await app.db.select().from(payouts)).toHaveLength(1)
    expect(await findViolations(app.db)).toEqual([])
  })

  test('what was refunded of an order is told from what is to be cooked, on every screen', async () => {
    const kitchen = await insertVendor(app.db)
    const owner = await insertAccount(app.db, 'vendor', { user_id: kitchen.user_id })
    const cookie = await logIn(app.url, owner.email)
    const refunded = await paidOrderFor(app, kitchen, 3)
    const given = await giveBack(
      { db: app.db, clock: { now: () => new Date() }, announce: reactions({ public_url: '' }) },
      await insertAccount(app.db, 'admin'),
      {
        order_id: refunded,
        lines: [{ item: 0, quantity: 1 }],
        reason: 'Too little rice',
        borne_by: 'vendor',
        request_key: crypto.randomUUID(),
      },
    )
    expect(given).toMatchObject({ ok: true })
    const read = async (path: string) =>
      (await (await get(path, cookie)).text()).replace(/<!-- -->|<script.*?<\/script>/gs, '')
    const list = await read('/vendor-order')
    expect(list).toContain('Jollof Rice x 2')
    expect(list).toMatch(/<s>Jollof Rice x 1<\/s>\s*<strong>refunded, do not cook/)
    expect(list).toContain('₦3,000')
    const page = await read(`/vendor-order/${refunded}`)
    const [, ticket = ''] = page.split('aria-label="Kitchen ticket"')
    expect(ticket).toContain('2 x Jollof Rice')
    expect(ticket).toMatch(/<s>1 x Jollof Rice<\/s>\s*refunded, do not cook/)
    expect(page).toMatch(/Total ₦3,000<span[^>]*>₦1,500 refunded/)
    expect(await findViolations(app.db)).toEqual([])
  })

  test('the stream says at once that there is something newer than the screen', async () => {
    const stop = new AbortController()
    const answer = await fetch(`${app.url}/back-office/live?after=0`, {
      headers: { cookie: cookies.owner },
      signal: stop.signal,
    })
    expect(answer.headers.get('content-type')).toBe('text/event-stream')
    let heard = ''
    for await (const piece of answer.body ?? []) {
      heard += new TextDecoder().decode(piece)
      if (heard.includes('event: news')) break
    }
    expect(heard).toMatch(/id: \d+\nevent: news\n/)
    stop.abort()
  })

  test.each([
    ['the account logs out', async (cookie: string) => post('/logout', {}, cookie)],
    [
      'it is suspended',
      async (_: string, user_id: string) => app.db.transaction((tx) => suspendAccount(tx, user_id, new Date())),
    ],
  ])('the stream of a session ends when %s, and no other', async (_, happens) => {
    const account = await insertAccount(app.db, 'vendor')
    const cookie = await logIn(app.url, account.email)
    const [own, others] = [await openStream(cookie), await openStream(cookies.stranger)]
    await happens(cookie, account.user_id)
    await own.ended
    expect(others.is_open()).toBe(true)
    others.close()
    expect((await get('/back-office/live', cookie)).status).toBe(302)
  })

  test('of forty streams of one account twelve stay open; those that make room are told to come later', async () => {
    const account = await insertAccount(app.db, 'vendor')
    const cookie = await logIn(app.url, account.email)
    const streams = await Promise.all(Array.from({ length: 40 }, () => openStream(cookie)))
    await expect.poll(() => streams.filter((stream) => stream.is_open()).length).toBe(12)
    for (const stream of streams) {
      if (!stream.is_open()) expect(stream.heard()).toContain('retry: 60000')
      stream.close()
    }
  })
})
