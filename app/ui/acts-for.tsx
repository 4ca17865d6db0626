import { createContext, use } from 'react'

/** The field by which a form says for which kitchen it was shown. */
export const ACTS_FOR = '_acts_for'

/** The kitchen for which this page was made; null where it is no kitchen's. */
export const ActsForContext = createContext<string | null>(null)

/** Stands in the forms of a kitchen's screens: an old page cannot change another kitchen. */
export function ActsForField() {
  const vendor_id = use(ActsForContext)
  return vendor_id && <input type="hidden" name={ACTS_FOR} value={vendor_id} />
}

/** The same, for what is sent without a form. */
export function useActsFor(): Record<string, string> {
  const vendor_id = use(ActsForContext)
  return vendor_id ? { [ACTS_FOR]: vendor_id } : {}
}

/** Under which name a tab keeps what is typed for the kitchen of this page, and for no other. */
export function useKeptFor(name: string): string {
  const vendor_id = use(ActsForContext)
  return vendor_id ? `${name} ${vendor_id}` : name
}
