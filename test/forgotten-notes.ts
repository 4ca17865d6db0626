import { sql } from 'drizzle-orm'
import type { Aftermath, DueKind } from '../db/after-commit.ts'
import type { Db, Tx } from '../db/handle.ts'

/** A row that a transaction wrote, as the trigger of `watchChanges` noted it. */
type Change = { row: Row; before: Row | null; is_gone: boolean }
type Row = Record<string, unknown>

/** What a commit has to note about a row that it wrote (db/after-commit.ts); nothing where nobody need know. */
type Owed = { due?: DueKind; order?: unknown; screen?: unknown; admins?: true }

/** By table. A row that was written with the values it had owes nothing. */
const owed_by: Readonly<Record<string, (change: Change) => Owed>> = {
  // One that waits on purpose is looked for when its time has come.
  messages: ({ row, before, is_gone }) =>
    !before && !is_gone && row['status'] === 'Queued' && !isLater(row['next_attempt_at'], row['created_at'])
      ? { due: row['channel'] as DueKind }
      : {},
  refunds: ({ row, before }) => {
    if (!before) return { due: 'refund' }
    return before['status'] === row['status'] ? {} : { admins: true }
  },
  payout_transfers: ({ before }) => (before ? {} : { due: 'transfer' }),
  deliveries: ({ row, before }) =>
    before?.['status'] === row['status'] && before?.['rider_id'] === row['rider_id']
      ? {}
      : { due: 'dispatch', order: before ? row['order_id'] : undefined, admins: true },
  // Of a new order its kitchen hears by its bell, and its customer waits for the answer.
  orders: ({ row, before }) => {
    if (!before) return { admins: true }
    return shown_of_orders.some((column) => !isEqual(before[column], row[column])) ? { order: row['id'] } : {}
  },
  missing_dishes: ({ row }) => ({ order: row['order_id'] }),
  // What is forgotten after its time (domain/retention/kept-for.ts) is on nobody's screen.
  chat_lines: ({ row, before, is_gone }) => (before || is_gone ? {} : { order: row['order_id'] }),
  claims: ({ row, before }) =>
    before?.['photo'] && isEqual({ ...before, photo: null }, row) ? {} : { order: row['order_id'], admins: true },
  notifications: ({ row, is_gone }) => (is_gone ? {} : { screen: row['user_id'] }),
  offers: ({ row, before }) => (before?.['status'] === row['status'] ? {} : { screen: row['rider_id'] }),
  shift_places: ({ row, before }) =>
    before && before['rider_id'] !== row['rider_id'] ? { screen: row['rider_id'] ?? before['rider_id'] } : {},
  order_promises: ({ row, before }) =>
    before && before['promised_until'] !== row['promised_until'] ? { order: row['order_id'] } : {},
  vendors: ({ row, before }) =>
    before && before['status'] !== row['status'] ? { screen: row['user_id'], admins: true } : {},
  payouts: () => ({ admins: true }),
  review_cases: () => ({ admins: true }),
  chargebacks: () => ({ admins: true }),
  reconciliation_cases: () => ({ admins: true }),
  incidents: ({ row, before }) =>
    (before?.['photo'] || before?.['words']) && isEqual({ ...before, photo: null, words: null }, row)
      ? {}
      : { admins: true },
  journals: () => ({ admins: true }),
  audit_log: () => ({ admins: true }),
}

/** What customers, kitchens and riders read of an order while it is under way. */
const shown_of_orders = ['status', 'items', 'ready_by', 'customer_note', 'meet_at', 'customer_address', 'grand_total']

const isEqual = (one: unknown, other: unknown) => JSON.stringify(one) === JSON.stringify(other)
const isLater = (one: unknown, other: unknown) => new Date(String(one)) > new Date(String(other))

/** Makes PostgreSQL remember which rows each transaction on this database wrote in the tables that owe a note. */
export async function watchChanges(db: Db): Promise<void> {
  await db.execute(sql`create table written_rows (
    xid xid8 not null default pg_current_xact_id(), name text not null, old_row jsonb, new_row jsonb)`)
  await db.execute(sql`create function remember_row() returns trigger language plpgsql as $$ begin
    if tg_op <> 'UPDATE' or new is distinct from old then
      insert into written_rows (name, old_row, new_row) values (tg_table_name,
        case when tg_op <> 'INSERT' then to_jsonb(old) end, case when tg_op <> 'DELETE' then to_jsonb(new) end);
    end if;
    return null;
  end $$`)
  for (const table of Object.keys(owed_by)) {
    await db.execute(
      sql.raw(`create trigger remember_row after insert or update or delete on ${table}
      for each row execute function remember_row()`),
    )
  }
}

/**
 * Lets no transaction of this database commit that wrote a row and did not note what that row owes: whoever has a
 * screen open would not see it, and the worker would come late. `watchChanges` has to be called before.
 */
export function refuseForgottenNotes(db: Db): void {
  const commit = db.transaction.bind(db)
  db.transaction = (work, config) =>
    commit(async (tx) => {
      const result = await work(tx)
      const forgotten = await forgottenNotes(tx)
      if (forgotten.length > 0) throw new Error(`A commit forgets to note: ${forgotten.join(', ')}`)
      return result
    }, config)
}

async function forgottenNotes(tx: Tx): Promise<string[]> {
  const noted = (tx as { [NOTED]?: Aftermath })[NOTED]
  if (!noted) throw new Error('db/after-commit.ts keeps its notes elsewhere')
  const { rows } = await tx.execute<{ name: string; old_row: Row | null; new_row: Row | null }>(
    sql`select name, old_row, new_row from written_rows where xid = pg_current_xact_id_if_assigned()`,
  )
  const forgotten = rows.flatMap(({ name, old_row, new_row }) => {
    const owed = owed_by[name]?.({ row: new_row ?? old_row ?? {}, before: new_row && old_row, is_gone: !new_row }) ?? {}
    return [
      owed.due && !noted.due.has(owed.due) && `${owed.due} due`,
      owed.order && !noted.orders.has(Number(owed.order)) && 'the order changed',
      owed.screen && !noted.screens.has(String(owed.screen)) && 'news for a screen',
      owed.admins && !noted.admins && 'a change for admins',
    ].flatMap((note) => (note ? `${note} (${name})` : []))
  })
  return [...new Set(forgotten)]
}

/** The name under which db/after-commit.ts keeps what a transaction noted. */
const NOTED = Symbol.for('aftermath.noted')
