/** Who may move something: the roles of accounts, a customer (who has none), and `system`, our own rules and clocks. */
export const mover_roles = ['customer', 'vendor', 'rider', 'admin', 'system'] as const
export type MoverRole = (typeof mover_roles)[number]

/**
 * Who moves something, as its history stores it: a role, and the account if there is one. Every `Actor` is a `Mover`.
 */
export type Mover = { role: MoverRole; user_id: string | null }

export const the_system: Mover = { role: 'system', user_id: null }
export const the_customer: Mover = { role: 'customer', user_id: null }

/** One line of a lifecycle table: from which statuses, to which, and by whom. */
export type Move<Status extends string> = {
  readonly from: readonly Status[]
  readonly to: Status
  readonly who: readonly MoverRole[]
}

/** Whether a lifecycle table has this move from a status. */
export function leavesFrom<Status extends string, Verb extends string>(
  moves: Readonly<Record<Verb, Move<Status>>>,
  verb: Verb,
  status: Status,
): boolean {
  return moves[verb].from.includes(status)
}
