import { expect, test } from 'vitest'
import { rememberDevice } from '../../domain/accounts/known-devices.ts'
import { newToken } from '../../domain/accounts/secrets.ts'
import { reactions } from '../../domain/reactions.ts'
import { createRateLimit } from '../../server/rate-limit.ts'
import { insertAccount } from '../../test/sign-in.ts'
import { worldOfFile } from '../../test/world.ts'
import { VISITOR_HEADER } from '../request/visitor.ts'
import type { AppServices } from '../services.ts'
import { inSignInTurn } from './in-sign-in-turn.server.ts'

const { deps } = await worldOfFile()
const { db } = deps
const public_url = 'http://localhost:3000'

function behind(address: string, device?: string): Request {
  const headers = new Headers({ [VISITOR_HEADER]: address })
  if (device) headers.set('cookie', `chowgate.device=${device}`)
  return new Request(`${public_url}/login`, { method: 'POST', headers })
}

/** A browser in which somebody logged in. */
async function knownBrowser(): Promise<string> {
  const { user_id, email } = await insertAccount(db, 'vendor')
  const device = newToken()
  const login = { user_id, email, device, user_agent: 'a browser' }
  await rememberDevice({ ...deps, announce: reactions({ public_url }) }, login)
  return device
}

const services = () => ({ ...createRateLimit(db, newToken()), db, public_url }) as unknown as AppServices
type Tries = (request: Request, count?: number) => Promise<number>
const triesWith =
  (own: AppServices): Tries =>
  async (request, count = 1) => {
    let begun = 0
    for (let tried = 0; tried < count; tried++) {
      if (await inSignInTurn(own, request, async () => true)) begun++
    }
    return begun
  }

test('strangers who use up the logins of an address keep no known browser behind it out', async () => {
  const tries = triesWith(services())
  const device = await knownBrowser()
  expect(await tries(behind('10.0.0.1'), 250)).toBe(240)
  expect(await tries(behind('10.0.0.1', newToken()))).toBe(0)
  expect(await tries(behind('10.0.0.1', device), 20)).toBe(10)
  // Nor does one known browser another.
  expect(await tries(behind('10.0.0.1', await knownBrowser()))).toBe(1)
  expect(await tries(behind('10.0.0.2'))).toBe(1)
})

test('known browsers of one address have so many turns together, so that the machine is not theirs', async () => {
  const tries = triesWith(services())
  await tries(behind('10.0.0.1'), 240)
  const devices = await Promise.all(Array.from({ length: 13 }, knownBrowser))
  const begun = await Promise.all(devices.map((device) => tries(behind('10.0.0.1', device), 10)))
  expect(begun.reduce((sum, count) => sum + count)).toBe(120)
})

test('nor does it wait while as many passwords of its address are checked as may be', async () => {
  const device = await knownBrowser()
  const begin = async (whose: string) => whose
  const busy = (whose: string) => (whose === '10.0.0.1' ? null : begin(whose))
  expect(await inSignInTurn(services(), behind('10.0.0.1', device), busy)).toBe(device)
  expect(await inSignInTurn(services(), behind('10.0.0.1'), busy)).toBeNull()
})
