import { data } from 'react-router'

/** The row that an address opens (`?order=12`): null for none, and NaN, which finds nothing, for what is no number. */
export function openedIn(query: URLSearchParams, name: string): number | null {
  const text = query.get(name)
  if (text === null || text === '') return null
  return /^\d{1,15}$/.test(text) ? Number(text) : Number.NaN
}

/** Passes on what was found. Throws a 404 for what was not, whether it is malformed, gone or never was. */
export function notFoundUnless<Found>(found: Found | null): Found {
  if (found === null) throw data(null, { status: 404 })
  return found
}
