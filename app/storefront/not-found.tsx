import { data, Link, redirectDocument } from 'react-router'
import { brand } from '../../domain/brand.ts'
import { buttonClass } from '../ui/button.tsx'
import { Icon } from '../ui/icon.tsx'
import type { Route } from './+types/not-found'

export const meta = () => [{ title: `Page not found - ${brand.name}` }]

export function loader() {
  return data(null, { status: 404 })
}

/** A page knows only the addresses of its own side (route-tables.ts); the server knows the others. */
export function clientLoader({ request }: Route.ClientLoaderArgs) {
  return redirectDocument(request.url)
}

/** Every address that the route table does not know. */
export default function NotFound() {
  return (
    <div className="page-width py-20 text-center">
      <Icon path="M3 12h18a9 9 0 0 1-18 0zM8 8q-1-2 0-4M12 8q-1-2 0-4M16 8q-1-2 0-4" className="mx-auto size-14" />
      <h1 className="mt-4 text-2xl font-bold">This page does not exist</h1>
      <p className="mt-2 text-ink-soft">The address may be mistyped, or the page has moved. The food is still here.</p>
      <Link className={buttonClass('primary', 'mt-6')} to={'/restaurants' satisfies Address}>
        See the restaurants
      </Link>
    </div>
  )
}
