import { RouterContextProvider } from 'react-router'
import { beforeEach, expect, test } from 'vitest'
import { addDish } from '../../../domain/checkout/group-orders/change-lines.ts'
import type { Asking } from '../../../domain/checkout/group-orders/find-group.ts'
import { closeGroup } from '../../../domain/checkout/group-orders/steer-group.ts'
import { groupsUnder, jollof, press } from '../../../test/group-orders.ts'
import { LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import { type AppServices, services_context } from '../../services.ts'
import { readCookieCart } from '../without-script/cookie-cart.server.ts'
import { action } from './group.tsx'
import { secretHeader } from './member-cookie.server.ts'

const world = await worldOfFile()
const { deps } = world
const { started } = groupsUnder(world)
beforeEach(() => world.clock.set(LUNCH_TIME))

const url = 'http://localhost'
const services = { ...deps, public_url: url, allow: async () => true } as unknown as AppServices

/** Presses "Order only my own dishes" in a browser with these cookies besides; answers what it is told to keep. */
async function leaves({ token, secret }: Asking, kept = '', to = '/cart'): Promise<string | null> {
  const context = new RouterContextProvider()
  context.set(services_context, services)
  const [member] = (await secretHeader(token, secret, url)).split(';')
  const headers = { cookie: [member, kept].join('; ') }
  const body = new URLSearchParams({ intent: 'leave' })
  const request = new Request(`${url}/group/${token}`, { method: 'POST', headers, body })
  const answer = await action({ request, params: { token }, context } as unknown as Parameters<typeof action>[0])
  if (!(answer instanceof Response)) throw new Error('not led on')
  expect([answer.status, answer.headers.get('location')]).toEqual([303, to])
  return answer.headers.get('set-cookie')?.split(';')[0] ?? null
}
const linesIn = async (cookie: string | null) =>
  (await readCookieCart(new Request(url, { headers: { cookie: cookie ?? '' } }))).lines

test('own dishes that are taken along twice, with the first answer lost or not, are in the cart once', async () => {
  const { starter, joins } = await started()
  const tunde = await joins('Tunde')
  await addDish(deps, tunde, jollof, press())
  await closeGroup(deps, starter)
  const first = await leaves(tunde)
  expect(await linesIn(first)).toMatchObject([{ name: 'Jollof Rice', quantity: 1 }])
  for (const kept of ['', first ?? '']) {
    const again = await leaves(tunde, kept, '/cart?again=group')
    expect(await linesIn(again)).toMatchObject([{ name: 'Jollof Rice', quantity: 1 }])
  }
})

test('who has no dishes in it keeps the cart as it is', async () => {
  const { starter, joins } = await started()
  const bola = await joins('Bola')
  await closeGroup(deps, starter)
  expect(await leaves(bola)).toBe(null)
})
