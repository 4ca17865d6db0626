import { RouterContextProvider } from 'react-router'
import { expect, test, vi } from 'vitest'
import { movableClock } from '../../domain/clock.ts'
import { LUNCH_TIME } from '../../test/world.ts'
import { type AppServices, services_context } from '../services.ts'
import { action as logIn } from './login.tsx'
import { action as register } from './register.tsx'
import { action as updatePassword } from './update-password.tsx'

/** All that a route may use before it checks a password; anything else would fail here. */
const services = {
  clock: movableClock(LUNCH_TIME),
  public_url: 'http://localhost',
  allow: () => true,
  enter: vi.fn(() => null),
  auth: { passwords: {} },
  log: { error: vi.fn() },
} as unknown as AppServices

const doors: [string, (args: never) => Promise<unknown>][] = [
  ['/login', logIn],
  ['/register', register],
  ['/update-password', updatePassword],
]

test.each(doors)(
  '%s says that we are busy while as many passwords as allowed are checked, and begins nothing',
  async (path, action) => {
    const context = new RouterContextProvider()
    context.set(services_context, services)
    const body = new URLSearchParams({
      email: 'ada@example.com',
      password: 'amala and ewedu',
      role: 'vendor',
    })
    const request = new Request(`http://localhost${path}`, { method: 'POST', body })
    const answer = await action({ request, context, params: {} } as never)
    expect(answer).toMatchObject({
      init: { status: 429 },
      data: { ok: false, said: expect.stringMatching(/^A lot of people .* Please try again in a minute\.$/) },
    })
    expect(services.log.error).not.toHaveBeenCalled()
  },
)
