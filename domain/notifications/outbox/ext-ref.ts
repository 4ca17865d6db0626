type Sent = { id: string; round: number }

/**
 * The reference by which a gateway knows a message. One per round: a repeated send has one effect, a new round its own.
 */
export function extRefOf({ id, round }: Sent): string {
  return round === 1 ? id : `${id}-${round}`
}

/** The message and round that an `ext_ref` names; null for what we never gave out. */
export function readExtRef(ext_ref: string): Sent | null {
  const match = /^([0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12})(?:-(\d{1,4}))?$/.exec(ext_ref)
  if (!match) return null
  return { id: match[1] ?? '', round: Number(match[2] ?? 1) }
}
