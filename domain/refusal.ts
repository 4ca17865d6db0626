/**
 * A verb that may be refused returns either what it made or why it was refused; it throws only for bugs.
 * `reason` is a closed union per verb, and its words live with the screen.
 */
export type Refused<Reason extends string, Details = unknown> = {
  readonly ok: false
  readonly reason: Reason
  readonly details: Details
}
export type Accepted<Value> = { readonly ok: true; readonly value: Value }

/** The yes of a verb, with what it made or found. */
export function accepted<Value>(value: Value): Accepted<Value> {
  return { ok: true, value }
}

/** The no of a verb; `details` are the figures that its words need, such as the status that was met. */
export function refused<Reason extends string>(reason: Reason): Refused<Reason, undefined>
export function refused<Reason extends string, Details>(reason: Reason, details: Details): Refused<Reason, Details>
export function refused(reason: string, details?: unknown): Refused<string> {
  return { ok: false, reason, details }
}
