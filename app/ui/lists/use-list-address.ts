import { useLocation } from 'react-router'

/**
 * Addresses of the list on the screen: the one it has now with some of its parts changed, or left out where they are
 * null. The state of a list stands in its address, so that it can be sent, kept, reloaded and gone back to.
 */
export function useListAddress(): (changes: Readonly<Record<string, string | number | null>>) => string {
  const { pathname, search } = useLocation()
  return (changes) => {
    const query = new URLSearchParams(search)
    // The router's name for "the action of this very page" is no part of the list's state.
    query.delete('index')
    for (const [name, value] of Object.entries(changes)) {
      if (value === null || value === '') query.delete(name)
      else query.set(name, String(value))
    }
    return query.size > 0 ? `${pathname}?${query}` : pathname
  }
}
