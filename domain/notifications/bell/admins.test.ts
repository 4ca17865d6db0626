import { expect, test } from 'vitest'
import { insertAccount } from '../../../test/sign-in.ts'
import { worldOfFile } from '../../../test/world.ts'
import { admin_role_names } from '../../admin-roles.ts'
import { notifications } from '../tables.ts'
import { ringForAdmins } from './admins.ts'

const world = await worldOfFile()

test('an admin’s bell has what the role can act on', async () => {
  const { db } = world.deps
  const names = new Map<string, string>()
  for (const admin_role of admin_role_names)
    names.set((await insertAccount(db, 'admin', { admin_role })).user_id, admin_role)
  const rung = async () => {
    const told = await db.delete(notifications).returning()
    return told.map(({ user_id }) => names.get(user_id) ?? user_id).toSorted()
  }
  const ring = (right: Parameters<typeof ringForAdmins>[1]) =>
    db.transaction((tx) => ringForAdmins(tx, right, { kind: 'payout', text: 'A transfer failed' }, world.clock.now()))
  await ring('move_money')
  expect(await rung()).toEqual(['finance', 'owner'])
  await ring('run_orders')
  expect(await rung()).toEqual(['operations', 'owner', 'support'])
})
