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

export function accepted<Value>(value: Value): Accepted<Value> {
  return { ok: true, value }
}

export function refused<Reason extends string>(reason: Reason): Refused<Reason, undefined>
export function refused<Reason extends string, Details>(
  reason: Reason,
  details: Details,
): Refused<Reason, Details>
export function refused(reason: string, details?: unknown): Refused<string> {
  return { ok: false, reason, details }
}
