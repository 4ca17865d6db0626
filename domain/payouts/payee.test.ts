import { randomUUID } from 'node:crypto'
import { eq } from 'drizzle-orm'
import { expect, test } from 'vitest'
import { access_bank, payoutsUnderTest } from '../../test/payouts-under-test.ts'
import { worldOfFile } from '../../test/world.ts'
import { vendors } from '../catalog/tables.ts'
import { bankAccount } from './bank-account.ts'
import { accountFingerprint, maskedAccount, readPayee } from './payee.ts'

const world = await worldOfFile()
const { vendorWithAccount } = payoutsUnderTest(world)

test('a payout for somebody who is gone is nobody’s, and whoever pays it is told', async () => {
  const { db } = world.deps
  const gone = randomUUID()
  await expect(readPayee(db, { vendor_id: gone, rider_id: null })).rejects.toThrow('for a vendor that is gone')
  await expect(readPayee(db, { vendor_id: null, rider_id: gone })).rejects.toThrow('for a rider who is gone')
})

test('an account is recognised without being shown', () => {
  expect(maskedAccount(access_bank)).toBe('Access Bank ••••0031')
  expect(maskedAccount({ bank_name: null, account_number: null })).toBe('No bank ••••')
  const fingerprint = accountFingerprint(access_bank)
  expect(fingerprint).toMatch(/^[0-9a-f]{20}$/)
  expect(accountFingerprint({ ...access_bank, account_name: 'IYA TEST LTD' })).toBe(fingerprint)
  expect(accountFingerprint({ ...access_bank, bank_code: '058' })).not.toBe(fingerprint)
})

test('a kitchen has a bank account once bank, number and holder are known', async () => {
  const { db } = world.deps
  const { kitchen } = await vendorWithAccount()
  const { bank_name, account_number, account_name } = access_bank
  expect(await bankAccount(db, kitchen.user_id)).toEqual({ bank_name, account_number, account_name, open: false })
  for (const missing of ['bank_name', 'account_number', 'account_name']) {
    await db
      .update(vendors)
      .set({ ...access_bank, [missing]: null })
      .where(eq(vendors.user_id, kitchen.user_id))
    expect(await bankAccount(db, kitchen.user_id)).toBeNull()
  }
  expect(await bankAccount(db, randomUUID())).toBeNull()
})
