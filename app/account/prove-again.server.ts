import { admitSignIn, rememberSuccess } from '../../domain/accounts/admit-sign-in.ts'
import type { SignedIn } from '../../domain/accounts/find-actor.ts'
import { knowsPassword } from '../../domain/accounts/knows-password.ts'
import { textOf } from '../request/form-texts.ts'
import { visitorOf } from '../request/visitor.ts'
import type { AppServices } from '../services.ts'
import type { Proof } from '../ui/forms/action-answer.ts'
import { deviceOf } from './device-cookie.ts'

/** What came of it, or in words how long somebody has to wait first. */
type Tried<Answer> = { ok: true; answer: Answer } | { ok: false; said: string }

/**
 * Lets somebody who is logged in try a secret of their account, in turn with others and as often as at the login, so
 * that nobody can guess it with a stolen session. `attempt` says whether it was right.
 */
export async function trySecret<Answer>(
  services: AppServices,
  request: Request,
  email: string,
  proof: Proof,
  attempt: () => Promise<{ right: boolean; answer: Answer }>,
): Promise<Tried<Answer>> {
  const place = { email, address: visitorOf(request), device: deviceOf(request, services) }
  const who = proof === 'code' ? { ...place, secret: proof } : place
  const tried = services.enter('password', who.address, async (): Promise<Tried<Answer>> => {
    const admitted = await admitSignIn(services, who)
    if (!admitted.ok) {
      return { ok: false, said: `Too many attempts. Please wait ${admitted.details.seconds} seconds and try again.` }
    }
    const { right, answer } = await attempt()
    if (right) await rememberSuccess(services, who)
    return { ok: true, answer }
  })
  return tried ?? { ok: false, said: 'A lot of people are logging in right now. Please try again in a minute.' }
}

/** With what somebody who is logged in says once more that it is them: a code where they have an app for it. */
export const proofOf = ({ two_factor_enabled }: SignedIn): Proof => (two_factor_enabled ? 'code' : 'password')

/** Null when the field of a form that `proofOf` names is right, else what is wrong with it, and as which status. */
export async function proveAgain(
  services: AppServices,
  request: Request,
  signed_in: SignedIn,
  form: FormData,
): Promise<{ status: number; said: string } | null> {
  const proof = proofOf(signed_in)
  const { user_id, email } = signed_in.actor
  const { auth, db } = services
  const tried = await trySecret(services, request, email, proof, async () => {
    const right =
      proof === 'code'
        ? await auth.two_factor.check(request.headers, user_id, textOf(form, 'code').replace(/\s/g, ''))
        : await knowsPassword({ db, passwords: auth.passwords }, { user_id, password: textOf(form, 'password') })
    return { right, answer: right ? null : { status: 422, said: wrong[proof] } }
  })
  return tried.ok ? tried.answer : { status: 429, said: tried.said }
}

const wrong: Readonly<Record<Proof, string>> = {
  password: 'This is not your password.',
  code: 'This code is not right, or was used before. A new one comes every 30 seconds.',
}
