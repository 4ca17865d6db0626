// What a customer sent last, such as a cancellation: a copy from before it must not be taken for what became of it.

let sent_at = 0
/** Copies that were asked for earlier are from before. */
let known_since = 0

/** A form is on its way; until a page comes after it, every copy is from before. */
export function formSent(): void {
  sent_at = Date.now()
  known_since = Number.POSITIVE_INFINITY
}

/** A page that was asked for at `asked_at` came from our server. */
export function pageCame(asked_at: number): void {
  if (known_since > asked_at && asked_at >= sent_at) known_since = Math.min(known_since, asked_at)
}

export function isFromBefore(kept_at: Date): boolean {
  return kept_at.getTime() < known_since
}
