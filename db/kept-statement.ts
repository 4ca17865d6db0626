import { type DriverValueEncoder, inArray, is, Param, Placeholder, type SQL, sql } from 'drizzle-orm'
import type { PgColumn } from 'drizzle-orm/pg-core'
import { anyOf } from './columns.ts'
import type { Db, Tx } from './handle.ts'

/** A stand-in for each value: a statement is built with these, once, and run with values as often as it is asked. */
export type Given<Values> = { readonly [Name in keyof Values]: Placeholder<string, Values[Name]> }

/** Stand-ins in the `set` of an update: Drizzle takes them like values there, only its types do not say so. */
export const inSet = <Values extends object>(given: Given<Values>) =>
  given as unknown as { [Name in keyof Values]: SQL<Values[Name]> }

type Preparable<Result> = { prepare(name: string): { execute(): Promise<Result> } }
/** What Drizzle keeps of a prepared statement, and from where a database or a transaction asks. */
type Prepared<Result> = { params: readonly unknown[]; client: unknown; execute(): Promise<Result> }
type Asking = { session: { client: unknown } }

/**
 * A statement that a paid order asks for, built once (decision 142): Drizzle takes up to a millisecond to put its text
 * together, and asking it takes PostgreSQL less. `build` is called for each shape of the values: other names, or
 * another number of `rows`, are another text. In a condition, unlike in `values` and `set`, a value goes to PostgreSQL
 * as it is, whatever the column makes of it.
 */
export function kept<Values extends object, Result, Row extends object = Record<string, never>>(
  build: (db: Db | Tx, given: Given<Values>, rows: readonly Given<Row>[]) => Preparable<Result>,
): (db: Db | Tx, values: Values, rows?: readonly Row[]) => Promise<Result> {
  const statements = new Map<string, Prepared<Result>>()
  return (db, values, rows = []) => {
    const flat = new Map<string, unknown>()
    add(flat, '', values)
    for (const [place, row] of rows.entries()) add(flat, `${place}.`, row)
    const shape = [...flat.keys()].join()
    let statement = statements.get(shape)
    if (!statement) {
      const slots = rows.map((row, place) => slotsOf(`${place}.`, row))
      statement = build(db, slotsOf('', values), slots).prepare('') as unknown as Prepared<Result>
      statements.set(shape, statement)
    }
    const asked: Prepared<Result> = Object.create(statement)
    asked.client = (db as unknown as Asking).session.client
    asked.params = statement.params.map((param) => filled(param, flat))
    return asked.execute()
  }
}

/** What is undefined is left out, as Drizzle does: the column's default counts. */
function add(flat: Map<string, unknown>, prefix: string, values: object): void {
  for (const [name, value] of Object.entries(values)) if (value !== undefined) flat.set(prefix + name, value)
}

function slotsOf<Values extends object>(prefix: string, values: Values): Given<Values> {
  const names = Object.entries(values).flatMap(([name, value]) => (value === undefined ? [] : [name]))
  return Object.fromEntries(names.map((name) => [name, sql.placeholder(prefix + name)])) as unknown as Given<Values>
}

/** The value of a slot as the driver gets it. Drizzle's own filling encodes null like a value. */
function filled(param: unknown, values: ReadonlyMap<string, unknown>): unknown {
  if (is(param, Placeholder)) return values.get(param.name)
  if (!is(param, Param) || !is(param.value, Placeholder)) return param
  const value = values.get(param.value.name)
  return value === null ? null : (param.encoder as DriverValueEncoder<unknown, unknown>).mapToDriverValue(value)
}

type Id = string | number
type IdRow<One extends Id> = { id: One }

/**
 * PostgreSQL takes a list for ten, and would plan the statement anew each time for the one that it mostly holds. So few
 * are values of the statement's text each, a text for each number of them; more are one list, however many they are.
 */
const FEW = 4

/** Which rows a kept statement is asked for, as its values and its rows. */
export function idList<One extends Id>(ids: readonly One[]): [values: { ids?: readonly One[] }, few: IdRow<One>[]] {
  return ids.length > 0 && ids.length <= FEW ? [{}, ids.map((id) => ({ id }))] : [{ ids }, []]
}

/** The condition in that statement. */
export function isOneOf(
  column: PgColumn,
  ids: Placeholder<string, readonly Id[] | undefined> | undefined,
  few: readonly Given<IdRow<Id>>[],
): SQL {
  return ids
    ? anyOf(column, ids)
    : inArray(
        column,
        few.map(({ id }) => id),
      )
}
