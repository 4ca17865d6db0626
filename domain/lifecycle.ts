/**
 * Who may move something: the roles of accounts, a customer (who has none), and `system`,
 * which is our rules and clocks.
 */
export const mover_roles = ['customer', 'vendor', 'rider', 'admin', 'system'] as const
export type MoverRole = (typeof mover_roles)[number]

/** Who moves something, as its history keeps it: a role, and the account where there is one. Every `Actor` is one. */
export type Mover = { role: MoverRole; user_id: string | null }

export const the_system: Mover = { role: 'system', user_id: null }
export const the_customer: Mover = { role: 'customer', user_id: null }

/** One line of a lifecycle table: from which statuses, to which, and who may. */
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
