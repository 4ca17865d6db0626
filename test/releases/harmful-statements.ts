/**
 * What a migration must not do, because the release before runs on the same tables while this one is rolled out
 * (docs/decisions/091): each statement of its text that takes away or forbids what that code may still do, or gives it
 * to read what it does not know.
 *
 * A statement is let through by a comment line before it:
 * - `-- no code needs this since 0007_some-name`: a release that is recorded in test/releases/;
 * - `-- allows all that was allowed before: …` where it replaces a bound by a wider one;
 * - `-- older code lives with this: …` where somebody has looked, and says why.
 */
export function harmfulStatements(migration: string, known: Known): string[] {
  const statements = migration.split('--> statement-breakpoint').map((text) => ({
    sql: text
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    since: text.match(/^\s*-- no code needs this since (\S+)$/m)?.[1],
    is_looked_at: /^\s*-- (allows all that was allowed before|older code lives with this)\b/m.test(text),
  }))
  const created = new Set(
    statements.flatMap(({ sql }) => sql.match(/^create table (?:if not exists )?"(\w+)"/i)?.[1] ?? []),
  )
  const added = new Set(
    statements.flatMap(({ sql }) =>
      [...sql.matchAll(/add column (?:if not exists )?"(\w+)"/gi)].map(([, name]) => `${tableOf(sql)}.${name}`),
    ),
  )
  const functions = new Map([...known.functions, ...functionsOf(migration)])
  return statements.flatMap(({ sql, since, is_looked_at }) => {
    if (is_looked_at || (since && known.releases.includes(since))) return []
    const table = tableOf(sql)
    if (table && created.has(table)) return []
    const areNew = (columns: string[]) => columns.every((column) => added.has(`${table}.${column}`))
    const why = whyHarmful(sql, areNew) ?? whyItReplaces(sql, known) ?? whyItTriggers(sql, functions)
    return why ? [`${sql.slice(0, 100)}: ${why}`] : []
  })
}

export type Known = {
  releases: readonly string[]
  /** The functions of earlier migrations by their name, each with its text. */
  functions: ReadonlyMap<string, string>
  /** The names of unique indexes and constraints in the newest release: `on conflict` may ask for them. */
  uniques: ReadonlySet<string>
}

/** The functions that a migration makes, by their name. */
export function functionsOf(migration: string): Map<string, string> {
  const found = migration.matchAll(
    /create (?:or replace )?function (?:"?public"?\.)?"?(\w+)"?\s*\([\s\S]*?\$\$([\s\S]*?)\$\$/gi,
  )
  return new Map([...found].map(([, name = '', body = '']) => [name, body]))
}

function tableOf(sql: string): string | undefined {
  const on_it = sql.match(
    /^(?:alter table|create unique index .*? on|update|delete from|insert into) (?:if exists |only )?(?:"public"\.)?"(\w+)"/i,
  )
  const trigger = sql.match(/^create (?:or replace )?(?:constraint )?trigger .*? on (?:"public"\.)?"(\w+)"/i)
  return on_it?.[1] ?? trigger?.[1]
}

function whyHarmful(sql: string, areNew: (columns: string[]) => boolean): string | null {
  if (/^(drop (table|view|type|schema|sequence|function|materialized)|truncate)\b/i.test(sql)) {
    return 'older code still asks for it'
  }
  if (/^alter\b.*\b(drop column|rename)\b/i.test(sql)) return 'older code still asks for it by this name'
  if (/^alter table\b.*\b(set data type|alter column "\w+" type)\b/i.test(sql)) return 'older code expects the old type'
  if (/\bset not null\b/i.test(sql)) return 'older code may still leave it empty'
  if (/\bdrop not null\b/i.test(sql)) return 'older code reads it, and never saw it empty'
  if (/\bdrop default\b/i.test(sql)) return 'older code does not name it'
  if (/\badd column\b/i.test(sql) && /\bnot null\b/i.test(sql) && !/\bdefault\b|\bgenerated\b/i.test(sql)) {
    return 'older code does not know it, and it must not be empty: give it a default'
  }
  const bound = sql.match(/\badd constraint\b.*?\b(?:unique|primary key|foreign key)[^(]*\(([^)]*)\)/i)
  const unique = sql.match(/^create unique index\b.*? on .*?\(([^)]*)\)/i)
  const columns = (bound ?? unique)?.[1]
  if (columns !== undefined && !areNew([...columns.matchAll(/"(\w+)"/g)].map(([, name = '']) => name))) {
    return 'older code may write what it forbids'
  }
  if (/\badd constraint\b.*\b(check|exclude)\b/i.test(sql)) return 'older code may write what it forbids'
  if (/^delete\b/i.test(sql)) return 'older code may be about to use these rows'
  if (/^insert\b/i.test(sql)) return 'older code reads these rows too'
  if (/^update\b/i.test(sql)) {
    const set = /\bset (.*?)(?: from | where |$)/i.exec(sql)?.[1] ?? ''
    const named = [...set.matchAll(/(?:^|, ?)"(\w+)" =/g)].map(([, name = '']) => name)
    if (named.length === 0 || !areNew(named)) return 'older code reads what this writes'
  }
  return null
}

/** What is taken away by its name, or becomes something else under it. */
function whyItReplaces(sql: string, { functions, uniques }: Known): string | null {
  const dropped = sql.match(/\bdrop (?:index|constraint) (?:if exists )?(?:"public"\.)?"(\w+)"/i)?.[1]
  if (dropped && uniques.has(dropped)) return 'older code may ask for it by “on conflict”'
  if (/^drop trigger\b/i.test(sql)) return 'older code counts on what it does'
  const made = sql.match(/^create or replace function (?:"?public"?\.)?"?(\w+)"?/i)?.[1]
  if (made && functions.has(made)) return 'older code, and what it writes, goes through it too'
  return null
}

/** A trigger that comes before a write may change or swallow it, and one that raises forbids it. */
function whyItTriggers(sql: string, functions: ReadonlyMap<string, string>): string | null {
  if (!/^create (or replace )?(constraint )?trigger\b/i.test(sql)) return null
  const body = functions.get(/\bexecute (?:function|procedure) "?(\w+)"?/i.exec(sql)?.[1] ?? '')
  const only_looks_on = /\bafter (insert|update|delete)\b/i.test(sql) && body !== undefined && !/\braise\b/i.test(body)
  return only_looks_on ? null : 'older code writes there, and may be refused'
}
