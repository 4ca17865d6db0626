import { redirect } from 'react-router'
import { recordExport } from '../../domain/audit/record-export.ts'
import { campusDate, DAY_MS } from '../../domain/clock.ts'
import { calendar_day } from '../../domain/payments/forms.ts'
import { adminLoader } from '../admin/admin-screen.server.ts'
import { chosenIn } from '../admin/chosen-in.ts'
import { MOST_CHOSEN } from '../admin/chosen-rows.tsx'
import { csvStream } from '../ui/lists/csv-stream.server.ts'
import { admin_exports } from './export-columns.ts'

/** Midnight on the campus, UTC+1 all year. */
const dayBegins = (day: string) => new Date(`${day}T00:00:00+01:00`)

/** Where rows of a list are ticked. */
const screens: Readonly<Record<string, Address>> = { vendors: '/admin/vendors', riders: '/admin/riders' }

/**
 * One of the admin's lists as a CSV file: `?status=`, and the days `from` to `to`, both included; or with `?chosen`
 * only the rows that were ticked in the list (`chosen_12`). Without any, back to the list as it was (`?back=`), which
 * says so.
 */
export const loader = adminLoader(async ({ actor, services, request }) => {
  const { pathname, searchParams } = new URL(request.url)
  const list =
    pathname
      .split('/')
      .at(-1)
      ?.replace(/\.csv$/, '') ?? ''
  const found = admin_exports[list]
  if (!found) return new Response('There is no such list.', { status: 404 })
  const status = searchParams.get('status') ?? 'All'
  const [from, to] = [searchParams.get('from') ?? '', searchParams.get('to') ?? '']
  if ([from, to].some((day) => day !== '' && !calendar_day.safeParse(day).success)) {
    return new Response('A day is written like 2026-03-10.', { status: 422 })
  }
  const since = from === '' ? new Date(0) : dayBegins(from)
  const before =
    to === '' ? new Date(services.clock.now().getTime() + DAY_MS) : new Date(dayBegins(to).getTime() + DAY_MS)
  const ids = searchParams.has('chosen') ? chosenIn(searchParams.keys()) : undefined
  if (ids && (ids.length === 0 || ids.length > MOST_CHOSEN)) {
    const to_list = new URLSearchParams(searchParams.get('back') ?? '')
    to_list.set('chosen', 'none')
    return redirect(`${screens[list] ?? '/admin/orders'}?${to_list}`, 303)
  }
  const recorded = await recordExport(services, actor, {
    right: 'export',
    list,
    filters: { status, from, to, ...(ids && { chosen: ids.join(', ') }) },
  })
  if (!recorded.ok) return new Response('There is no such list.', { status: 404 })
  const name = `${list}-${campusDate(services.clock.now())}.csv`
  return found(
    (portions, columns) =>
      csvStream(
        name,
        columns.map(([heading]) => heading),
        portions,
        (row) => [columns.map(([, cell]) => cell(row))],
      ),
    services.db,
    { status, since, before, ids },
  )
}, 'export')
