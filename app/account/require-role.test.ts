import { randomUUID } from 'node:crypto'
import { setTimeout as sleep } from 'node:timers/promises'
import { eq } from 'drizzle-orm'
import { RouterContextProvider } from 'react-router'
import { describe, expect, test } from 'vitest'
import type { SignInService } from '../../adapters/accounts/sign-in-service.ts'
import { users } from '../../domain/accounts/tables.ts'
import { system_clock } from '../../domain/clock.ts'
import { databaseOfFile } from '../../test/database.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { textOf } from '../request/form-texts.ts'
import { type AppServices, services_context } from '../services.ts'
import { onlyFor, readSignedIn, requireAdmin, requireRider, requireSignedIn, requireVendor } from './require-role.ts'
import { type Sent, screenAction } from './screen-action.server.ts'

const database = await databaseOfFile()

/** A request of somebody (or nobody), with the session that `auth` would find. */
function asked(user_id: string | null, options: { cookies?: string[]; admin_two_factor?: boolean } = {}) {
  let sessions_read = 0
  const auth: Pick<SignInService, 'session' | 'signOut'> = {
    session: async () => {
      sessions_read++
      return user_id ? { user_id, session_id: randomUUID(), cookies: options.cookies ?? [] } : null
    },
    signOut: async () => ['session=; Max-Age=0'],
  }
  const context = new RouterContextProvider()
  const services = { auth, db: database.db, clock: system_clock, admin_two_factor: options.admin_two_factor ?? false }
  context.set(services_context, services as unknown as AppServices)
  return { context, request: new Request('http://localhost/page?x=1'), sessionsRead: () => sessions_read }
}

const placeOf = (thrown: unknown) => (thrown instanceof Response ? thrown.headers.get('location') : thrown)

describe('a guard', () => {
  test('answers who acts, and asks for the session once per request', async () => {
    const vendor = await insertAccount(database.db, 'vendor', { name: 'Iya Bose' })
    const { context, request, sessionsRead } = asked(vendor.user_id)
    const [actor, again, signed_in] = await Promise.all([
      requireVendor(context, request),
      requireVendor(context, request),
      requireSignedIn(context, request),
    ])
    expect(actor).toEqual(vendor)
    expect(again).toEqual(vendor)
    const nothing_more = { two_factor_enabled: false, asked_until: null, tablet: null }
    expect(signed_in).toEqual({ actor: vendor, name: 'Iya Bose', ...nothing_more })
    expect(sessionsRead()).toBe(1)
  })

  test('sends nobody to the login, and another role to /unauthorized', async () => {
    const ways = { vendor: requireVendor, rider: requireRider, admin: requireAdmin } as const
    for (const required of ['vendor', 'rider', 'admin'] as const) {
      const nobody = asked(null)
      await expect(ways[required](nobody.context, nobody.request).catch(placeOf)).resolves.toBe(
        '/login?next=%2Fpage%3Fx%3D1',
      )
      for (const role of ['vendor', 'rider', 'admin'] as const) {
        const { user_id } = await insertAccount(database.db, role)
        const { context, request } = asked(user_id)
        const answer = await ways[required](context, request).catch(placeOf)
        expect(answer).toEqual(role === required ? expect.objectContaining({ role }) : '/unauthorized')
      }
    }
  })

  test('takes the session of a suspended account away', async () => {
    const { user_id } = await insertAccount(database.db, 'vendor')
    await database.db.update(users).set({ suspended_at: new Date() })
    const { context, request } = asked(user_id)
    expect(await readSignedIn(context, request)).toBe(null)
    const thrown = await requireVendor(context, request).catch((answer: unknown) => answer)
    expect(thrown).toBeInstanceOf(Response)
    expect((thrown as Response).headers.getSetCookie()).toEqual(['session=; Max-Age=0'])
  })

  test('asks an admin for a second factor where that is required', async () => {
    const { user_id } = await insertAccount(database.db, 'admin')
    const required = () => asked(user_id, { admin_two_factor: true })
    const without = required()
    expect(await requireAdmin(without.context, without.request).catch(placeOf)).toBe('/account-security')
    await database.db.update(users).set({ two_factor_enabled: true })
    const having = required()
    expect(await requireAdmin(having.context, having.request)).toMatchObject({ role: 'admin' })
  })
})

test('whoever was ended while their form was on its way changes nothing by it', async () => {
  const cook = await insertAccount(database.db, 'rider')
  const { context } = asked(cook.user_id)
  const body = new ReadableStream<Uint8Array>({
    async start(controller) {
      controller.enqueue(new TextEncoder().encode('intent='))
      await sleep(1100)
      await database.db.update(users).set({ suspended_at: new Date() }).where(eq(users.id, cook.user_id))
      controller.enqueue(new TextEncoder().encode('import'))
      controller.close()
    },
  })
  const headers = { 'content-type': 'application/x-www-form-urlencoded' }
  const request = new Request('http://localhost/page', { method: 'POST', body, headers, duplex: 'half' } as RequestInit)
  const took: string[] = []
  const action = screenAction({ require: requireRider, mayChange: () => true, notYours: () => '' })((_, __, form) => {
    took.push(textOf(form, 'intent'))
    return null
  })
  await expect(action({ context, request, params: {} } as unknown as Sent).catch(placeOf)).resolves.toMatch(/^\/login/)
  expect(took).toEqual([])
})

describe("a layout's guard", () => {
  const run = async (guard: ReturnType<typeof onlyFor>, visit: ReturnType<typeof asked>, page: () => Response) =>
    guard({ context: visit.context, request: visit.request } as unknown as Parameters<typeof guard>[0], async () =>
      page(),
    )

  test('lets no page be rendered for another role', async () => {
    const { user_id } = await insertAccount(database.db, 'rider')
    let rendered = false
    const answer = await run(onlyFor('vendor'), asked(user_id), () => {
      rendered = true
      return new Response()
    }).catch(placeOf)
    expect(answer).toBe('/unauthorized')
    expect(rendered).toBe(false)
  })

  test('hands a prolonged session to the browser, unless the page set one itself', async () => {
    const { user_id } = await insertAccount(database.db, 'vendor')
    const visit = () => asked(user_id, { cookies: ['session=newer'] })
    const plain = await run(onlyFor('vendor'), visit(), () => new Response())
    expect(plain?.headers.getSetCookie()).toEqual(['session=newer'])
    const own = await run(
      onlyFor('anybody_signed_in'),
      visit(),
      () => new Response(null, { headers: { 'set-cookie': 'session=of-the-page' } }),
    )
    expect(own?.headers.getSetCookie()).toEqual(['session=of-the-page'])
  })
})
