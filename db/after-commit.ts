import type { Db, Tx } from './handle.ts'

/** Work for the background, by what becomes due: whoever does something else need not look. */
export type DueKind =
  | 'comparison'
  | 'delivery_report'
  | 'dispatch'
  | 'mail'
  | 'mail_link'
  | 'provider_event'
  | 'push'
  | 'refund'
  | 'sms'
  | 'transfer'

/** What a commit causes outside of it. Noted inside the commit, done after it, and never after a rollback. */
export type Aftermath = {
  /** Something of these kinds is due for the worker, which should look at once. */
  due: Set<DueKind>
  /** Accounts and checkouts with news for their open screens, each with its newest notification, if any. */
  screens: Map<string, number | null>
  /** Orders that changed, for everybody who sees one of them on a screen. */
  orders: Set<number>
  /** Something changed that admins look at. */
  admins: boolean
}

// Stored on the objects themselves, under a name that every copy of this file knows: the pages' build has its own copy.
const NOTED = Symbol.for('aftermath.noted')
const LISTENER = Symbol.for('aftermath.listener')
type Noting = { [NOTED]?: Aftermath; [LISTENER]?: (aftermath: Aftermath) => void }

/** Calls `listener` after every commit of this database that noted something. */
export function onCommit(db: Db, listener: (aftermath: Aftermath) => void): void {
  ;(db as Noting)[LISTENER] = listener
}

/** Notes that the commit makes something due. Outside a transaction, the statement before it was the commit. */
export function noteDue(tx: Db | Tx, ...kinds: readonly DueKind[]): void {
  note(tx, ({ due }) => {
    for (const kind of kinds) due.add(kind)
  })
}

/** Notes that an account or a checkout has something new on its open screens. */
export function noteScreen(tx: Db | Tx, key: string, news_id: number | null = null): void {
  note(tx, ({ screens }) => addScreen(screens, key, news_id))
}

/** Notes that an order changed: its customer, its vendor and its riders see it. */
export function noteOrder(tx: Db | Tx, order_id: number): void {
  note(tx, ({ orders }) => orders.add(order_id))
}

/** Notes a change that every admin may have on a screen. */
export function noteAdmins(tx: Db | Tx): void {
  note(tx, (aftermath) => {
    aftermath.admins = true
  })
}

/** Adds one aftermath to another. */
export function addAftermath(to: Aftermath, from: Aftermath): void {
  for (const kind of from.due) to.due.add(kind)
  to.admins ||= from.admins
  for (const [key, news_id] of from.screens) addScreen(to.screens, key, news_id)
  for (const order_id of from.orders) to.orders.add(order_id)
}

function addScreen(screens: Aftermath['screens'], key: string, news_id: number | null): void {
  screens.set(key, Math.max(news_id ?? 0, screens.get(key) ?? 0) || null)
}

/** An empty aftermath. */
export function noAftermath(): Aftermath {
  return { due: new Set(), screens: new Map(), orders: new Set(), admins: false }
}

/** Collects what one transaction notes; answers the function to call once it is committed. */
export function collectAftermath(db: Db, tx: Tx): () => void {
  const aftermath = noAftermath()
  ;(tx as Noting)[NOTED] = aftermath
  return () => happen(db, aftermath)
}

function note(tx: Db | Tx, write: (aftermath: Aftermath) => void): void {
  const collected = (tx as Noting)[NOTED]
  const aftermath = collected ?? noAftermath()
  write(aftermath)
  if (!collected) happen(tx, aftermath)
}

function happen(db: Db | Tx, aftermath: Aftermath): void {
  const { due, screens, orders, admins } = aftermath
  if (due.size > 0 || admins || screens.size > 0 || orders.size > 0) (db as Noting)[LISTENER]?.(aftermath)
}
