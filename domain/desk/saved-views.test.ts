import { eq } from 'drizzle-orm'
import { describe, expect, test } from 'vitest'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { users } from '../accounts/tables.ts'
import { countOrders } from '../orders/admin-orders.ts'
import { dropView, MOST_VIEWS, saveView, viewsOf } from './saved-views.ts'

const world = await worldOfFile()
const view = { list: 'orders', name: 'Late ones', query: 'status=Pending&hide=Items&hide=Date', shared: false }

describe('a view of a list', () => {
  test('is kept without what was opened, written over under its name, and seen by others once shared', async () => {
    const [ngozi, tola] = [
      await insertAccount(world.deps.db, 'admin'),
      await insertAccount(world.deps.db, 'admin', { admin_role: 'support' }),
    ]
    const saved = await saveView(world.deps, ngozi, { ...view, query: `${view.query}&order=12&after=3&vendor=x` })
    expect(saved).toMatchObject({ ok: true })
    const [own] = await viewsOf(world.deps.db, ngozi, 'orders')
    expect(own).toMatchObject({ name: 'Late ones', query: `${view.query}&vendor=x`, mine: true, shared: false })
    expect(await viewsOf(world.deps.db, tola, 'orders')).toEqual([])
    await saveView(world.deps, ngozi, { ...view, query: 'q=suya', shared: true })
    expect(await viewsOf(world.deps.db, ngozi, 'orders')).toMatchObject([{ query: 'q=suya' }])
    const [theirs] = await viewsOf(world.deps.db, tola, 'orders')
    expect(theirs).toMatchObject({ mine: false, query: 'q=suya' })
    expect(await dropView(world.deps, tola, theirs?.id ?? 0)).toMatchObject({ ok: false, reason: 'not_found' })
    expect(await dropView(world.deps, ngozi, theirs?.id ?? 0)).toMatchObject({ ok: true })
    expect(await viewsOf(world.deps.db, tola, 'orders')).toEqual([])
  })

  test('that is shared shows no customer’s number, and is removed by an owner once who made it left', async () => {
    const left = await insertAccount(world.deps.db, 'admin', { name: 'Sade', admin_role: 'support' })
    const owner = await insertAccount(world.deps.db, 'admin')
    for (const [name, q] of [
      ['Number', '0803 111 2233'],
      ['Mail', 'ada@example.com'],
      ['Words', 'jollof'],
    ] as const)
      await saveView(world.deps, left, { ...view, name, query: `q=${encodeURIComponent(q)}&rows=50`, shared: true })
    await saveView(world.deps, left, { ...view, name: 'Own', query: 'q=ada%40example.com' })
    await world.deps.db.update(users).set({ suspended_at: world.clock.now() }).where(eq(users.id, left.user_id))
    const theirs = (await viewsOf(world.deps.db, owner, 'orders')).filter((one) => !one.mine)
    expect(theirs).toMatchObject([
      { name: 'Mail', query: 'rows=50', owner: 'Sade, who left', may_drop: true },
      { name: 'Number', query: 'rows=50' },
      { name: 'Words', query: 'q=jollof&rows=50' },
    ])
    const [own] = (await viewsOf(world.deps.db, left, 'orders')).filter(({ name }) => name === 'Own')
    expect(own).toMatchObject({ query: 'q=ada%40example.com', may_drop: true })
    expect(await dropView(world.deps, owner, own?.id ?? 0)).toMatchObject({ ok: false })
    for (const { id } of theirs) expect(await dropView(world.deps, owner, id)).toMatchObject({ ok: true })
  })

  test('keeps what else narrows its own list, and no customer’s number where others see it', async () => {
    const admin = await insertAccount(world.deps.db, 'admin')
    const query = 'channel=sms&actor=tola%40example.com&subject=customer%3A%2B2348031112233&rows=50'
    const kept = async (list: 'messages' | 'audit' | 'riders', shared: boolean) => {
      await saveView(world.deps, admin, { ...view, list, query, shared })
      return (await viewsOf(world.deps.db, admin, list))[0]?.query
    }
    expect(await kept('riders', false)).toBe('rows=50')
    expect(await kept('messages', true)).toBe('channel=sms&rows=50')
    expect(await kept('audit', false)).toBe('actor=tola%40example.com&subject=customer%3A%2B2348031112233&rows=50')
    expect(await kept('audit', true)).toBe('actor=tola%40example.com&rows=50')
    await saveView(world.deps, admin, { ...view, list: 'orders', query: 'q=Ada&q=08031112233&rows=50', shared: true })
    expect((await viewsOf(world.deps.db, admin, 'orders'))[0]?.query).toBe('rows=50')
  })

  test('is refused without a name, of no list, for nobody else, and beyond twenty', async () => {
    const admin = await insertAccount(world.deps.db, 'admin')
    const vendor = await insertAccount(world.deps.db, 'vendor')
    expect(await saveView(world.deps, admin, { ...view, name: ' ' })).toMatchObject({ reason: 'bad_name' })
    expect(await saveView(world.deps, admin, { ...view, list: 'settings' })).toMatchObject({ reason: 'not_found' })
    expect(await saveView(world.deps, vendor, view)).toMatchObject({ reason: 'not_found' })
    for (let count = 0; count < MOST_VIEWS; count++) {
      expect(await saveView(world.deps, admin, { ...view, name: `View ${count}` })).toMatchObject({ ok: true })
    }
    expect(await saveView(world.deps, admin, view)).toMatchObject({ reason: 'too_many' })
    expect(await saveView(world.deps, admin, { ...view, name: 'View 3' })).toMatchObject({ ok: true })
  })
})

test('a list says how many rows each filter has', async () => {
  expect(Object.keys(await countOrders(world.deps.db))).toEqual(['All', 'Pending', 'Delivered', 'Cancelled'])
})
