import { beforeEach, describe, expect, test, vi } from 'vitest'
import { control } from '../../test/control.ts'
import { worldOfFile } from '../../test/world.ts'
import { paystack } from './paystack.ts'

const world = await worldOfFile()
const lever = control(world)
let now_ms: number

beforeEach(async () => {
  now_ms = 0
  await lever.reset()
})

const directory = (secret_key = world.keys.paystack_secret_key) =>
  paystack({ base_url: `${world.sandbox.url}/paystack`, secret_key }, () => now_ms)

describe('the bank list', () => {
  test('has the banks that take part, codes with letters too, by name', async () => {
    const banks = await directory().list()
    expect(banks).toContainEqual({ id: 'alat-by-wema', name: 'ALAT by WEMA', code: '035A' })
    expect(banks.map(({ name }) => name)).not.toContain('Heritage Bank')
    expect(banks.map(({ name }) => name)).toEqual(
      banks.map(({ name }) => name).sort((one, other) => one.localeCompare(other, 'en')),
    )
  })

  test('is asked for once a day, and yesterday’s serves while the provider is down', async () => {
    const { list } = directory()
    const banks = await list()
    await lever.behave({ paystack: '500' })
    now_ms = 24 * 3_600_000 - 1
    expect(await list()).toBe(banks)
    now_ms = 25 * 3_600_000
    expect(await list()).toBe(banks)
    await lever.reset()
    expect(await list()).not.toBe(banks)
  })

  test('without a bank is none that anybody would keep for a day', async () => {
    const { list } = directory()
    const banks = await list()
    now_ms = 25 * 3_600_000
    vi.stubGlobal('fetch', async () => Response.json({ status: true, data: [{ name: 'Access Bank' }] }))
    expect(await list()).toBe(banks)
    await expect(directory().list()).rejects.toMatchObject({ name: 'ProviderUnavailable' })
    vi.unstubAllGlobals()
  })

  test.each(['500', '429', '401', 'nonsense'])('that cannot be had (%s) is no empty list', async (paystack) => {
    await lever.behave({ paystack })
    await expect(directory().list()).rejects.toMatchObject({ name: 'ProviderUnavailable' })
  })
})

describe('whose an account is', () => {
  const resolve = (account_number: string, bank_code = '058') => directory().resolve({ account_number, bank_code })

  test('is the name at the bank', async () => {
    expect(await resolve('0022728151', '063')).toMatchObject({ value: { account_name: 'WES GIBBONS' } })
    expect(await resolve('0123456789', '001')).toMatchObject({
      value: { account_name: 'TEST ACCOUNT 0123456789' },
    })
  })

  test.each(['000', '030', '', "058'"])('bank %j is none', async (bank_code) => {
    expect(await resolve('0123456789', bank_code)).toMatchObject({ ok: false, reason: 'unknown_bank' })
  })

  test('is not known where the answer holds no name', async () => {
    expect(await resolve('0000000001')).toMatchObject({ ok: false, reason: 'no_name' })
  })

  test('is refused in the provider’s words', async () => {
    expect(await resolve('0000000000')).toEqual({
      ok: false,
      reason: 'failed',
      details: { message: 'Could not resolve account name. Check parameters or try again.' },
    })
    const wrong_key = await directory('sk_test_other').resolve({
      account_number: '0123456789',
      bank_code: '058',
    })
    expect(wrong_key).toMatchObject({ reason: 'failed', details: { message: null } })
  })

  test.each(['0000000002', '0000000003'])('cannot be asked now (%s)', async (account_number) => {
    expect(await resolve(account_number)).toMatchObject({ reason: 'failed', details: { message: null } })
  })

  test('cannot be asked while there is no bank list either', async () => {
    await lever.behave({ paystack: '500' })
    expect(await resolve('0123456789')).toMatchObject({ reason: 'failed', details: { message: null } })
  })
})
