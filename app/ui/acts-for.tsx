import { createContext, use } from 'react'

/** The field by which a form says for which kitchen it was shown. */
export const ACTS_FOR = '_acts_for'

/** The field by which a form at a kitchen's tablet says to whom it was shown. */
export const PRESENT = '_present'

/** The kitchen for which this page was made; null where it is no kitchen's. */
export const ActsForContext = createContext<string | null>(null)

/** Who is at the kitchen's tablet, by their id; null where this is no tablet, or nobody is there. */
export const PresentContext = createContext<string | null>(null)

/**
 * Stands in the forms of a kitchen's screens: an old page cannot change another kitchen, nor do in one's name at its
 * tablet what another pressed.
 */
export function ActsForField() {
  return Object.entries(useActsFor()).map(([name, value]) => (
    <input key={name} type="hidden" name={name} value={value} />
  ))
}

/** The same, for what is sent without a form. */
export function useActsFor(): Record<string, string> {
  const vendor_id = use(ActsForContext)
  const present = use(PresentContext)
  return { ...(vendor_id && { [ACTS_FOR]: vendor_id }), ...(present && { [PRESENT]: present }) }
}

/** Under which name a tab keeps what is typed for the kitchen of this page, and for no other. */
export function useKeptFor(name: string): string {
  const vendor_id = use(ActsForContext)
  return vendor_id ? `${name} ${vendor_id}` : name
}
