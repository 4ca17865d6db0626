import { useLocation } from 'react-router'

/** What of the campus is chosen next, as its address says it. */
export type Choice =
  | { place: number }
  | { way: number }
  | { show: 'plan' }
  | { new: 'place' | 'way'; latitude?: number; longitude?: number }

/** The page's address with something else chosen, at the same hour of the day. */
export function useChosenAddress(): (choice: Choice | null) => Address {
  const at = new URLSearchParams(useLocation().search).get('at')
  return (choice) => {
    const query = new URLSearchParams(at ? { at } : {})
    for (const [name, value] of Object.entries(choice ?? {})) query.set(name, String(value))
    return choice || at ? `/admin/campus?${query}#chosen` : '/admin/campus'
  }
}
