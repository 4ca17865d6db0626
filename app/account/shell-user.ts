import type { Role } from '../../domain/accounts/actor.ts'
import type { SignedIn } from '../../domain/accounts/find-actor.ts'
import { loginWords } from '../../domain/accounts/phone-login.ts'
import type { AdminRole } from '../../domain/admin-roles.ts'
import type { Kitchen } from '../../domain/kitchen-roles.ts'
import { home_of } from './safe-path.ts'

export type ShellUser = {
  name: string
  email: string
  role: Role
  admin_role?: AdminRole | undefined
  kitchen?: Kitchen | undefined
  home: string
}

/** What a page's frame shows of who is logged in. */
export function shellUser({ actor, name }: SignedIn): ShellUser {
  // An admin without a first name is called Admin.
  return {
    name: name || (actor.role === 'admin' ? 'Admin' : ''),
    email: loginWords(actor.email),
    role: actor.role,
    admin_role: actor.admin_role,
    kitchen: actor.kitchen,
    home: home_of[actor.role],
  }
}
