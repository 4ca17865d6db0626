/** A slot as the form sends it: the minute since 1970 at which it begins. */
export const slotValue = (slot: Date): string => String(slot.getTime() / 60_000)

/** What is said of a slot for which the kitchen has enough to cook. */
export const SLOT_FULL = 'The restaurant takes no more orders for this time. Please choose another.'

/** The slot that a form names; null for none, undefined for what is no slot at all. */
export function readSlot(text: string): Date | null | undefined {
  if (text === '') return null
  return /^\d{8}$/.test(text) ? new Date(Number(text) * 60_000) : undefined
}
