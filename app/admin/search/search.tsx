import { Link } from 'react-router'
import { brand } from '../../../domain/brand.ts'
import { findAnything } from '../../../domain/desk/find-anything.ts'
import { SearchForm } from '../../ui/forms/search-form.tsx'
import { StatusChip } from '../../ui/status-chip.tsx'
import { adminLoader } from '../admin-screen.server.ts'
import type { Route } from './+types/search'
import { searchView } from './search-view.server.ts'

export const meta: Route.MetaFunction = () => [{ title: `Search - ${brand.name}` }]

export const loader = adminLoader(async ({ actor, db, query }) => {
  const search = query.get('q') ?? ''
  return { search, groups: searchView(await findAnything(db, actor, search)) }
})

export default function Search({ loaderData }: Route.ComponentProps) {
  const { search, groups } = loaderData
  return (
    <>
      <h1 className="text-3xl font-extrabold">Search</h1>
      <SearchForm
        action="/admin/search"
        label="Order number, name, phone, kitchen, dish, payment reference or rider"
        search={search}
      />
      {groups.length === 0 && (
        <p className="card mt-4 p-5 text-ink-soft">
          {search.trim() === '' ? 'What are you looking for?' : `Nothing was found for “${search}”.`}
        </p>
      )}
      {groups.map(({ name, rows }) => (
        <section key={name} aria-label={name} className="mt-6">
          <h2 className="text-xl font-bold">{name}</h2>
          <ul className="card mt-2 divide-y divide-line overflow-hidden">
            {rows.map(({ key, to, title, about, status }) => (
              <li key={key}>
                <Link to={to} className="flex flex-wrap items-center gap-x-4 gap-y-1 px-4 py-3 hover:bg-sunken">
                  <span className="min-w-0 grow break-words">
                    <strong className="block">{title}</strong>
                    <span className="text-sm text-ink-soft">{about}</span>
                  </span>
                  {status && <StatusChip status={status} />}
                </Link>
              </li>
            ))}
          </ul>
        </section>
      ))}
    </>
  )
}
