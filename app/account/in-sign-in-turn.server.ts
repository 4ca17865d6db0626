import { isKnownBrowser } from '../../domain/accounts/known-devices.ts'
import { visitorOf } from '../request/visitor.ts'
import type { AppServices } from '../services.ts'
import { deviceOf } from './device-cookie.ts'

/**
 * Begins to check a password or a code, in the visitor's turn; null when they have none, and then nothing was begun.
 * Where strangers have used up those of the address, a browser in which somebody logged in before has turns of its own.
 * `begin` is told for whom, and may answer null too.
 */
export async function inSignInTurn<Result>(
  services: AppServices,
  request: Request,
  begin: (whose: string) => Promise<Result> | null,
): Promise<Result | null> {
  const visitor = visitorOf(request)
  const begun = (await services.allow('sign_in', visitor)) ? begin(visitor) : null
  if (begun) return begun
  const device = deviceOf(request, services)
  if (!device || !(await isKnownBrowser(services.db, device))) return null
  const allowed =
    (await services.allow('sign_in_known', device)) && (await services.allow('sign_in_known_here', visitor))
  return allowed ? begin(device) : null
}
