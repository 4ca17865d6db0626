import { data, Link } from 'react-router'
import type { Role } from '../../domain/accounts/actor.ts'
import { loginWords } from '../../domain/accounts/phone-login.ts'
import { admin_roles } from '../../domain/admin-roles.ts'
import { brand } from '../../domain/brand.ts'
import { kitchenRole } from '../../domain/kitchen-roles.ts'
import type { PageHandle } from '../page/page-handle.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/unauthorized'
import { LogoutButton } from './logout-button.tsx'
import { readSignedIn } from './require-role.ts'
import { home_of } from './safe-path.ts'

export const handle: PageHandle = { offline: 'browser' }

export const meta: Route.MetaFunction = () => [{ title: `No permission - ${brand.name}` }]

export async function loader({ request, context }: Route.LoaderArgs) {
  const signed_in = await readSignedIn(context, request)
  if (!signed_in) return data(null, 403)
  const { email, role } = signed_in.actor
  const { admin_role, kitchen } = signed_in.actor
  const account = admin_role
    ? `an admin’s account with the role ${admin_roles[admin_role].name}`
    : kitchen && kitchen.role !== 'owner'
      ? `a kitchen’s account with the role ${kitchenRole(kitchen.role).name}`
      : account_words[role]
  return data({ email: loginWords(email), account, home: home_of[role] }, 403)
}

const account_words: Readonly<Record<Role, string>> = {
  vendor: 'a vendor’s account',
  rider: 'a rider’s account',
  admin: 'an admin’s account',
}

/** Shown when the role does not match. */
export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width grid max-w-lg justify-items-center gap-4 py-20 text-center">
      <Icon path="M5 11h14v9H5zM8 11V8a4 4 0 0 1 8 0v3M12 15v1.5" className="size-14" />
      <h1 className="text-2xl font-bold">You have no permission for that page</h1>
      {loaderData ? (
        <>
          <p className="text-ink-soft">
            You are logged in as {loaderData.email}. This is {loaderData.account}, and the page you asked for is open to
            another role only.
          </p>
          <p className="text-ink-soft">
            Go back to your own pages, or log in with the account that the page belongs to. If you think that yours
            should see it, write to {brand.support_email}.
          </p>
          <a className={buttonClass('primary')} href={loaderData.home}>
            Go to my dashboard
          </a>
          <LogoutButton className={buttonClass('quiet')} label="Log in with another account" />
        </>
      ) : (
        <>
          <p className="text-ink-soft">You are not logged in. Log in with an account that may see it.</p>
          <Link className={buttonClass('primary')} to={'/login' satisfies Address}>
            Log in
          </Link>
        </>
      )}
    </div>
  )
}
