import { data, Link } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { buttonClass } from '../ui/button.tsx'
import type { Route } from './+types/unauthorized'
import { LogoutButton } from './logout-button.tsx'
import { readSignedIn } from './require-role.ts'
import { home_of } from './safe-path.ts'

export const meta: Route.MetaFunction = () => [
  { title: `Not for this account - ${brand.name}` },
  { name: 'robots', content: 'noindex' },
]

export async function loader({ request, context }: Route.LoaderArgs) {
  const signed_in = await readSignedIn(context, request)
  return data(signed_in && { email: signed_in.actor.email, home: home_of[signed_in.actor.role] }, 403)
}

/** Spec §2: shown when the role does not match. */
export default function Unauthorized({ loaderData }: Route.ComponentProps) {
  return (
    <div className="page-width grid max-w-lg justify-items-center gap-4 py-20 text-center">
      <p aria-hidden="true" className="text-5xl">
        🔒
      </p>
      <h1 className="text-2xl font-bold">This page is not for your account</h1>
      {loaderData ? (
        <>
          <p className="text-ink-soft">
            You are logged in as {loaderData.email}. The page you asked for belongs to another role.
          </p>
          <a className={buttonClass('primary')} href={loaderData.home}>
            Go to my dashboard
          </a>
          <LogoutButton className={buttonClass('quiet')} label="Log in with another account" />
        </>
      ) : (
        <>
          <p className="text-ink-soft">Log in with an account that may see it.</p>
          <Link className={buttonClass('primary')} to="/login">
            Log in
          </Link>
        </>
      )}
    </div>
  )
}
