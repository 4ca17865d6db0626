import { randomUUID } from 'node:crypto'
import { RouterContextProvider } from 'react-router'
import type { Sent } from '../app/account/screen-action.server.ts'
import { type AppServices, services_context } from '../app/services.ts'
import type { Actor } from '../domain/accounts/actor.ts'
import { quick_passwords } from './quick-passwords.ts'

/** The code that an authenticator app shows in these tests. */
export const APP_CODE = '123456'

type Action = (services: AppServices, actor: Actor, form: FormData, sent: Sent) => unknown

/** What reaches the action of a screen when an admin who is logged in sends a form, without a server around it. */
export function adminSends(deps: Partial<AppServices>, admin: Actor, fields: Readonly<Record<string, string>>) {
  const services = {
    ...deps,
    public_url: 'http://localhost',
    admin_two_factor: false,
    enter: (_kind: string, _whose: string, work: () => unknown) => work(),
    auth: {
      session: async () => ({ user_id: admin.user_id, session_id: randomUUID(), cookies: [] }),
      passwords: quick_passwords,
      two_factor: { check: async (_headers: Headers, _user_id: string, code: string) => code === APP_CODE },
    },
  } as unknown as AppServices
  const context = new RouterContextProvider()
  context.set(services_context, services)
  const request = new Request('http://localhost/admin', { method: 'POST' })
  const form = new FormData()
  for (const [name, value] of Object.entries(fields)) form.set(name, value)
  const sent = { request, context, params: {} }
  return { services, sent, form, to: async (action: Action) => action(services, admin, form, sent) }
}
