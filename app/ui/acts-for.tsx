import { createContext, use } from 'react'

/** The field by which a form says for which kitchen it was shown. */
export const ACTS_FOR = '_acts_for'

/** The kitchen that an admin acts for on this page; null for everybody who acts for themselves. */
export const ActsForContext = createContext<string | null>(null)

/** Stands in the forms of an admin who acts for a kitchen: an old page cannot change another kitchen. */
export function ActsForField() {
  const vendor_id = use(ActsForContext)
  return vendor_id && <input type="hidden" name={ACTS_FOR} value={vendor_id} />
}
