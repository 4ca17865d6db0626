import { Outlet } from 'react-router'
import { onlyFor, requireSignedIn } from '../account/require-role.ts'
import { Shell } from '../account/shell.tsx'
import { shellUser } from '../account/shell-user.ts'
import type { Route } from './+types/layout'

export const middleware: Route.MiddlewareFunction[] = [onlyFor('vendor')]

export async function loader({ context, request }: Route.LoaderArgs) {
  return { user: shellUser(await requireSignedIn(context, request)) }
}

export default function VendorLayout({ loaderData }: Route.ComponentProps) {
  return (
    <Shell user={loaderData.user}>
      <Outlet />
    </Shell>
  )
}
