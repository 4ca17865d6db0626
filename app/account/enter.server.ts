import { redirect } from 'react-router'
import type { Cookies } from '../../adapters/accounts/sign-in-service.ts'
import { type ActorRefusal, findActor } from '../../domain/accounts/find-actor.ts'
import { rememberDevice } from '../../domain/accounts/known-devices.ts'
import { brand } from '../../domain/brand.ts'
import type { AppServices } from '../services.ts'
import { refusal } from '../ui/forms/action-answer.ts'
import { deviceToKeep } from './device-cookie.ts'
import { setting } from './require-role.ts'
import { home_of } from './safe-path.ts'

/** Somebody who is signed in by now goes on to the page they wanted, or to their own; their browser is known now. */
export async function enter(
  services: AppServices,
  request: Request,
  form: FormData,
  { user_id, cookies }: { user_id: string; cookies: Cookies },
  next: string | null,
) {
  const found = await findActor(services.db, user_id)
  if (!found.ok) return refusal(form, 403, refusal_words[found.reason])
  const { role, email } = found.value.actor
  const { device, cookie } = deviceToKeep(request, services)
  const user_agent = request.headers.get('user-agent') ?? ''
  await rememberDevice(services, { user_id, email, device, user_agent })
  return redirect(next ?? home_of[role], { headers: setting([...cookies, cookie]) })
}

/** Shown only to somebody who knows the password. */
export const refusal_words: Readonly<Record<ActorRefusal, string>> = {
  not_found: 'Invalid email or password',
  no_role: 'No role found in your account.',
  unrecognized_role: 'Unrecognized role.',
  no_kitchen: 'You do not work in this kitchen any more, or it is not active. Please ask whoever runs it.',
  suspended: `This account is not active. Please write to ${brand.support_email} or call ${brand.support_phone}.`,
}
