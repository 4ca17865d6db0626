import { beforeAll, expect, test } from 'vitest'
import { databaseOfFile } from '../../test/database.ts'
import { auditActions, listAudit } from './audit-list.ts'
import { recordAudit } from './record-audit.ts'
import { recordExport } from './record-export.ts'

const database = await databaseOfFile(2)
const now = new Date('2026-03-10T11:00:00Z')
const everything = { actor: '', action: '', subject: '', place: null }

beforeAll(async () => {
  await database.db.transaction(async (tx) => {
    for (let order = 1; order <= 30; order++) {
      await recordAudit(tx, {
        actor: { user_id: null, email: order % 2 ? 'ngozi@example.com' : 'tola@example.com' },
        action: order % 3 ? 'order_cancelled' : 'order_delivered',
        subject: `order:${order}`,
        before: { status: 'Pending' },
        now,
      })
    }
  })
})

const subjects = async (asked: Partial<Parameters<typeof listAudit>[1]>) =>
  (await listAudit(database.db, { ...everything, ...asked })).rows.map((row) => row.subject)

test('pages are walked by keyset, newest first, and back again', async () => {
  const first = await listAudit(database.db, everything)
  expect(first.rows).toHaveLength(25)
  expect(first.rows[0]?.subject).toBe('order:30')
  expect(first.before).toBeNull()
  const second = await listAudit(database.db, {
    ...everything,
    place: { side: 'after', cursor: first.after ?? '' },
  })
  expect(second.rows.map((row) => row.subject)).toEqual([5, 4, 3, 2, 1].map((order) => `order:${order}`))
  expect(second.after).toBeNull()
  const back = await listAudit(database.db, {
    ...everything,
    place: { side: 'before', cursor: second.before ?? '' },
  })
  expect(back.rows).toEqual(first.rows)
})

test('one person, one action, one subject, or all of it', async () => {
  expect(await subjects({ actor: 'Tola@Example.com', action: 'order_delivered' })).toEqual(
    [30, 24, 18, 12, 6].map((order) => `order:${order}`),
  )
  expect(await subjects({ subject: 'order:3' })).toEqual(['order:30', 'order:3'])
  expect(await subjects({ subject: 'payout' })).toEqual([])
  expect(await auditActions(database.db)).toEqual(['order_cancelled', 'order_delivered'])
})

test('a download is written down for an admin and refused to everybody else', async () => {
  const deps = { db: database.db, clock: { now: () => now } }
  const actor = {
    user_id: crypto.randomUUID(),
    email: 'ngozi@example.com',
    role: 'admin',
    admin_role: 'finance',
  } as const
  const taken = { right: 'export', list: 'orders', filters: { status: 'All' } } as const
  expect(await recordExport(deps, { ...actor, role: 'vendor' }, taken)).toMatchObject({ ok: false })
  expect(await recordExport(deps, { ...actor, admin_role: 'support' }, taken)).toMatchObject({ ok: false })
  expect(await recordExport(deps, actor, taken)).toMatchObject({ ok: true })
  expect(await subjects({ action: 'list_exported' })).toEqual(['export:orders'])
})
