import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { makeOwnCode } from '../../../domain/promotions/referrals/own-code.ts'
import { REFERRALS } from '../../../domain/promotions/referrals/referral-settings.ts'
import { promotions } from '../../../domain/promotions/tables.ts'
import { refused } from '../../../domain/refusal.ts'
import { settings } from '../../../domain/settings/tables.ts'
import { ada } from '../../../test/ada.ts'
import { databaseOfFile } from '../../../test/database.ts'
import { LUNCH_TIME } from '../../../test/world.ts'
import type { AppServices } from '../../services.ts'
import { friendCodeHeader } from '../friend/friend-cookie.server.ts'
import { type FormOrder, orderByForm } from './order-by-form.server.ts'

const { db } = await databaseOfFile()
const services = { db, allow: async () => true, isHeld: async () => false } as unknown as AppServices

/** The codes with which something is ordered, by a browser that carries this one in its cookie. */
async function codesTried(code: string): Promise<string[]> {
  const [cookie = ''] = (await friendCodeHeader(code, 'http://localhost')).split(';')
  const request = new Request('http://localhost/checkout', { method: 'POST', headers: { cookie } })
  const tried: string[] = []
  const form = new FormData()
  for (const [field, value] of Object.entries(ada)) form.set(field, value)
  await orderByForm(services, request, form, {
    async place({ code = '' }: FormOrder) {
      tried.push(code)
      return refused('fields', {})
    },
    changed: () => new Response(),
  })
  return tried
}

test('a cookie brings the code of a friend and no other, so that nobody tries codes by it', async () => {
  await db.insert(settings).values({ key: REFERRALS.key, value: { ...REFERRALS.default, offered: 'yes' } })
  await db.transaction((tx) => makeOwnCode(tx, '+2348031234567', LUNCH_TIME))
  const [of_friend] = await db.select().from(promotions).where(eq(promotions.owner_phone, '+2348031234567'))
  const terms = { kind: 'percent', percent: 10, created_by: crypto.randomUUID() } as const
  await db.insert(promotions).values({ ...terms, code: 'FRESHERS10', starts_at: LUNCH_TIME, created_at: LUNCH_TIME })
  expect(await codesTried(of_friend?.code ?? '')).toEqual([of_friend?.code])
  expect(await codesTried('FRESHERS10')).toEqual([''])
  expect(await codesTried('NOSUCHCODE')).toEqual([''])
})
