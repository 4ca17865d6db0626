import { brand } from '../../domain/brand.ts'
import { requireRider, requireSignedIn } from '../account/require-role.ts'
import { Welcome } from '../account/shell.tsx'
import { shellUser } from '../account/shell-user.ts'
import type { Route } from './+types/dashboard'

export const meta: Route.MetaFunction = () => [{ title: `Dashboard - ${brand.name}` }]

export async function loader({ context, request }: Route.LoaderArgs) {
  await requireRider(context, request)
  return { user: shellUser(await requireSignedIn(context, request)) }
}

export default function RiderDashboard({ loaderData }: Route.ComponentProps) {
  return <Welcome user={loaderData.user} />
}
