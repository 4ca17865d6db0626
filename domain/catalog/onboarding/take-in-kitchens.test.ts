import { and, eq, like } from 'drizzle-orm'
import { beforeEach, describe, expect, test } from 'vitest'
import { quick_passwords } from '../../../test/quick-passwords.ts'
import { insertAccount, PASSWORD } from '../../../test/sign-in.ts'
import { insertVendor, LUNCH_TIME, worldOfFile } from '../../../test/world.ts'
import type { Actor } from '../../accounts/actor.ts'
import { phoneLogin } from '../../accounts/phone-login.ts'
import { setNewPassword } from '../../accounts/set-new-password.ts'
import { credentials, users } from '../../accounts/tables.ts'
import type { AdminRole } from '../../admin-roles.ts'
import { audit_log } from '../../audit/tables.ts'
import { parseCsv } from '../../csv.ts'
import { messages } from '../../notifications/tables.ts'
import { food, kitchen_history, registration_drafts, vendors } from '../tables.ts'
import { leftAsCsv, planOfFile } from './kitchen-file.ts'
import { MOST_LINES } from './read-kitchens.ts'
import { bringKitchenFile, takeInKitchens } from './take-in-kitchens.ts'

const world = await worldOfFile()
beforeEach(() => world.clock.set(LUNCH_TIME))

const { db } = world.deps
const deps = { ...world.deps, passwords: quick_passwords }
const admin = (admin_role: AdminRole = 'operations') => insertAccount(db, 'admin', { admin_role })
const HEADER = 'kitchen,phone,category,address,landmark,about,dish,price,section'
const PLACE = 'Buka,Shop 7,FUTA North Gate,Rice at noon.'

let numbers = 0
const newPhone = () => `0803${String(4_000_000 + numbers++)}`
const newName = () => `Onboarded ${numbers++}`

async function bring(actor: Actor, text: string) {
  const brought = await bringKitchenFile(deps, actor, { name: 'kitchens.csv', text })
  if (!brought.ok) throw new Error(brought.reason)
  return brought.value.id
}

async function takeAllIn(actor: Actor, id: string) {
  for (let slices = 1; ; slices++) {
    const taken = await takeInKitchens(deps, actor, id)
    if (!taken.ok) throw new Error(taken.reason)
    if (taken.value.done_at) return { ...taken.value.taken_in, slices }
  }
}

const kitchenCalled = async (name: string) => (await db.select().from(vendors).where(eq(vendors.name, name)))[0]
const problems = async (actor: Actor, text: string) =>
  (await planOfFile(db, actor, await bring(actor, text)))?.left.map(
    ({ line, column, problem }) => `${line.line} ${column}: ${problem}`,
  )

describe('a file of kitchens', () => {
  test('makes a kitchen with its menu, whose owner chooses a password by a text message', async () => {
    const actor = await admin()
    const [name, phone] = [newName(), newPhone()]
    const text = `${HEADER}\n${name},${phone},${PLACE},Jollof Rice,1500,Rice\n${name},,,,,,Zobo,500,\n`
    const id = await bring(actor, text)
    expect(await kitchenCalled(name)).toBeUndefined()
    expect(await takeAllIn(actor, id)).toEqual({ kitchens: 1, added: 2, changed: 0, left: 0, slices: 1 })
    const made = await kitchenCalled(name)
    const login = phoneLogin(`+234${phone.slice(1)}`)
    expect(made).toMatchObject({ status: 'Pending', category: 'Buka', avg_price: 1_000_00, email: login })
    const user_id = made?.user_id ?? ''
    expect(await db.select().from(registration_drafts).where(eq(registration_drafts.user_id, user_id))).toMatchObject([
      { step: 2 },
    ])
    expect(await db.select().from(kitchen_history).where(eq(kitchen_history.vendor_id, user_id))).toMatchObject([
      { did: 'taken_in', role: 'admin', user_id: actor.user_id },
      { did: 'dish_added', about: 'Jollof Rice', user_id: actor.user_id },
      { did: 'dish_added', about: 'Zobo' },
    ])
    expect(await db.$count(audit_log, eq(audit_log.subject, `vendor:${user_id}`))).toBe(1)
    expect(await db.$count(audit_log, eq(audit_log.subject, `kitchens:${id}`))).toBe(1)

    const texts = await db
      .select()
      .from(messages)
      .where(eq(messages.recipient, `+234${phone.slice(1)}`))
    expect(texts).toMatchObject([{ channel: 'sms', dispensable: false, expires_at: expect.any(Date) }])
    expect(texts[0]?.body).toContain(`${name} can sell with us. Choose your password by`)
    expect(texts[0]?.body.length).toBeLessThanOrEqual(160)
    const token = /token=([\w-]{22})$/.exec(texts[0]?.body ?? '')?.[1] ?? ''
    expect(await setNewPassword(deps, { token, password: PASSWORD, confirmation: PASSWORD })).toMatchObject({
      ok: true,
    })
    const [credential] = await db.select().from(credentials).where(eq(credentials.user_id, user_id))
    expect(await quick_passwords.verify(PASSWORD, credential?.password ?? '')).toBe(true)
    expect(await db.select().from(users).where(eq(users.id, user_id))).toMatchObject([{ name, role: 'vendor' }])
  })

  test('twice makes nothing twice, whoever brings it, and two who take it in at once share the work', async () => {
    const actor = await admin()
    const names = Array.from({ length: 6 }, newName)
    const text = `${HEADER}\n${names.map((name) => `${name},${newPhone()},${PLACE},Amala,700,`).join('\n')}`
    const id = await bring(actor, text)
    expect(await bring(actor, text)).toBe(id)
    await Promise.all([takeInKitchens(deps, actor, id), takeInKitchens(deps, await admin(), id)])
    expect(await takeAllIn(actor, id)).toMatchObject({ kitchens: 6, added: 6, left: 0 })
    const again = await bring(actor, text)
    expect(again).not.toBe(id)
    expect(await takeAllIn(await admin(), again)).toMatchObject({ kitchens: 0, added: 0, changed: 0, left: 0 })
    for (const name of names) expect(await db.$count(vendors, eq(vendors.name, name))).toBe(1)
  })

  test('changes dishes of a kitchen that is known, and tells it', async () => {
    const actor = await admin()
    const { name, user_id } = await insertVendor(db, { phone: '+2348035550000' })
    const text = `kitchen,dish,price\n${name},zobo,600\n${name},Moi Moi,400\n${name},Jollof Rice,1500\n`
    expect(await takeAllIn(actor, await bring(actor, text))).toMatchObject({ kitchens: 0, added: 1, changed: 1 })
    const menu = await db.select().from(food).where(eq(food.vendor_id, user_id)).orderBy(food.id)
    expect(menu.map((dish) => [dish.name, dish.price])).toEqual([
      ['Jollof Rice', 1_500_00],
      ['zobo', 600_00],
      ['Moi Moi', 400_00],
    ])
    const said = and(eq(audit_log.subject, `vendor:${user_id}`), eq(audit_log.action, 'kitchen_acted_for'))
    expect(await db.select().from(audit_log).where(said)).toMatchObject([{ after: { about: '1 new, 1 changed' } }])
  })

  test('of 400 kitchens with 30 wrong lines takes the good ones in and gives the wrong ones back', async () => {
    const actor = await admin()
    const wrong = (place: number) => place < 300 && place % 10 === 0
    const lines = Array.from({ length: 400 }, (_, place) => {
      const kitchen = `Campus Kitchen ${place},${newPhone()},${PLACE},Rice,1000,`
      return wrong(place) ? `${kitchen}\nCampus Kitchen ${place},,,,,,Beans,five hundred,` : kitchen
    })
    const id = await bring(actor, `${HEADER}\n${lines.join('\n')}`)
    const plan = await planOfFile(db, actor, id)
    expect(plan?.left).toHaveLength(30)
    expect(plan?.left[0]).toMatchObject({
      line: { line: 3 },
      column: 'price',
      kitchen: 'Campus Kitchen 0',
      dish: 'Beans',
    })
    const came = await takeAllIn(actor, id)
    expect(came).toMatchObject({ kitchens: 400, added: 400, changed: 0, left: 30 })
    expect(came.slices).toBe(3)
    expect(await db.$count(vendors, like(vendors.name, 'Campus Kitchen %'))).toBe(400)

    const after = await planOfFile(db, actor, id)
    const back = after ? leftAsCsv(after) : ''
    const rows = parseCsv(back)
    expect(rows).toHaveLength(31)
    expect(rows[0]?.cells.at(-1)).toBe('problem')
    expect(rows[1]?.cells).toContain('Please write the price in figures, like 1500.')
    const corrected = back.replaceAll('five hundred', '500')
    expect(await takeAllIn(actor, await bring(actor, corrected))).toMatchObject({ kitchens: 0, added: 30, left: 0 })
  }, 120_000)

  test('says what is wrong with a line and in which column', async () => {
    const actor = await admin()
    const known = await insertVendor(db, { phone: '+2348035550001' })
    const gone = await insertVendor(db, { phone: '+2348035550002', status: 'Inactive' })
    const cook = `0803${5_550_009}`
    await insertAccount(db, 'vendor', { email: phoneLogin('+2348035550009') })
    const [one, two] = [newPhone(), newName()]
    expect(
      await problems(
        actor,
        [
          HEADER,
          `,,${PLACE},Rice,100,`,
          `${newName()},12,${PLACE},Rice,100,`,
          `${newName()},,${PLACE},Rice,100,`,
          `${known.name},${newPhone()},${PLACE},Rice,100,`,
          `${newName()},08035550001,${PLACE},Rice,100,`,
          `${gone.name},08035550002,${PLACE},Rice,100,`,
          `${newName()},${cook},${PLACE},Rice,100,`,
          `${newName()},${newPhone()},Buka,Shop 7,Lagos,Rice.,Rice,100,`,
          `${newName()},${newPhone()},,Shop 7,Aluta Market,Rice.,Rice,100,`,
          `${two},${one},${PLACE},Rice,100,`,
          `${two},,Cafe,,,,Beans,100,`,
          `${two},,,,,,Rice,200,`,
          `${two},,,,,,,200,`,
          `Another,${one},${PLACE},Rice,100,`,
          'Another,,,,,,Beans,100,',
        ].join('\n'),
      ),
    ).toEqual([
      '2 kitchen: The kitchen is missing.',
      '3 phone: This phone number does not exist. Try it like 0803 123 4567.',
      '4 phone: The phone is missing.',
      '5 phone: A kitchen of this name is here already, with another phone number.',
      `6 phone: 0803 555 0001 is the number of ${known.name} already.`,
      '7 kitchen: This kitchen is suspended or was turned down.',
      '8 phone: Somebody logs in with this phone number already.',
      expect.stringMatching(/^9 landmark: Please choose one of the landmarks: FUTA North Gate, /),
      '10 category: The category is missing.',
      '12 category: The category says “Buka” in line 11, the first of this kitchen.',
      '13 dish: Line 11 has this dish already.',
      '14 dish: The dish is missing.',
      `15 phone: Line 11 has this number for ${two}.`,
      '16 kitchen: Its kitchen cannot be taken: see line 15.',
    ])
  })

  test('is refused as a whole where it is none, and to who may not', async () => {
    const actor = await admin()
    const text = `${HEADER}\n${newName()},${newPhone()},${PLACE},Rice,100,\n`
    const answer = (by: Actor, of: string) => bringKitchenFile(deps, by, { name: 'x.csv', text: of })
    expect(await answer(actor, 'name,price\nRice,100\n')).toMatchObject({ reason: 'no_columns' })
    expect(await answer(actor, `${HEADER}\n`)).toMatchObject({ reason: 'empty' })
    expect(await answer(actor, `${HEADER}\n${'x,,,,,,y,1,\n'.repeat(MOST_LINES + 1)}`)).toMatchObject({
      reason: 'too_long',
    })
    const id = await bring(actor, text)
    for (const role of ['finance', 'support', 'read_only'] as const) {
      const other = await admin(role)
      expect(await answer(other, text)).toMatchObject({ reason: 'not_found' })
      expect(await takeInKitchens(deps, other, id)).toMatchObject({ reason: 'not_found' })
      expect(await planOfFile(db, other, id)).toBeNull()
    }
    expect(await takeInKitchens(deps, actor, 'nothing')).toMatchObject({ reason: 'not_found' })
  })
})
