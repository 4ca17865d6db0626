/**
 * A verb that may be refused returns either what it made or why it was refused; it throws only for bugs. `reason` is a
 * closed union per verb; its words are in the screen's file.
 */
export type Refused<Reason extends string, Details = unknown> = {
  readonly ok: false
  readonly reason: Reason
  readonly details: Details
}
export type Accepted<Value> = { readonly ok: true; readonly value: Value }

/** A verb's success, with what it made or found. */
export function accepted<Value>(value: Value): Accepted<Value> {
  return { ok: true, value }
}

/** A verb's refusal; `details` are the figures that its message needs, such as the present status. */
export function refused<Reason extends string>(reason: Reason): Refused<Reason, undefined>
export function refused<Reason extends string, Details>(reason: Reason, details: Details): Refused<Reason, Details>
export function refused(reason: string, details?: unknown): Refused<string> {
  return { ok: false, reason, details }
}

/** Takes back what a transaction did, and answers this in its stead. */
export type Undo<No> = (no: No) => never

/**
 * Runs a transaction that may find out late that it is refused: `undo` throws, so that nothing of it stays, and what it
 * is given is the answer. Throws whatever else the transaction throws.
 */
export async function orUndone<Answer, No>(run: (undo: Undo<No>) => Promise<Answer>): Promise<Answer | No> {
  const undone = new Error('A transaction is taken back')
  const said: { no: No }[] = []
  try {
    return await run((no) => {
      said.unshift({ no })
      throw undone
    })
  } catch (error) {
    const [latest] = said
    if (error === undone && latest) return latest.no
    throw error
  }
}
