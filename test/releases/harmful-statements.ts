/**
 * What a migration must not do, because the release before runs on the same tables while this one is rolled out
 * (docs/decisions/091): each statement of its text that takes away or forbids what that code may still do.
 *
 * A statement is let through by a comment line before it that names the release since which no code needs it:
 * `-- no code needs this since 0007_some-name`. The release has to be recorded in test/releases/. One that replaces a
 * bound by a wider one says so in a line that begins with `-- allows all that was allowed before`.
 */
export function harmfulStatements(migration: string, releases: readonly string[]): string[] {
  const statements = migration.split('--> statement-breakpoint').map((text) => ({
    sql: text
      .replaceAll(/^\s*--.*$/gm, '')
      .replaceAll(/\s+/g, ' ')
      .trim(),
    since: text.match(/^\s*-- no code needs this since (\S+)$/m)?.[1],
    is_wider: /^\s*-- allows all that was allowed before\b/m.test(text),
  }))
  const created = new Set(
    statements.flatMap(({ sql }) => sql.match(/^create table (?:if not exists )?"(\w+)"/i)?.[1] ?? []),
  )
  const added = new Set(
    statements.flatMap(({ sql }) =>
      [...sql.matchAll(/add column (?:if not exists )?"(\w+)"/gi)].map(([, name]) => `${tableOf(sql)}.${name}`),
    ),
  )
  return statements.flatMap(({ sql, since, is_wider }) => {
    if (is_wider || (since && releases.includes(since))) return []
    const table = tableOf(sql)
    if (table && created.has(table)) return []
    const why = whyHarmful(sql, (columns) => columns.every((column) => added.has(`${table}.${column}`)))
    return why ? [`${sql.slice(0, 100)}: ${why}`] : []
  })
}

function tableOf(sql: string): string | undefined {
  return sql.match(/^(?:alter table|create unique index .*? on) (?:if exists |only )?(?:"public"\.)?"(\w+)"/i)?.[1]
}

function whyHarmful(sql: string, areNew: (columns: string[]) => boolean): string | null {
  if (/^(drop (table|view|type|schema|sequence|function|materialized)|truncate)\b/i.test(sql)) {
    return 'older code still asks for it'
  }
  if (/^alter\b.*\b(drop column|rename)\b/i.test(sql)) return 'older code still asks for it by this name'
  if (/^alter table\b.*\b(set data type|alter column "\w+" type)\b/i.test(sql)) return 'older code expects the old type'
  if (/\bset not null\b/i.test(sql)) return 'older code may still leave it empty'
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
  return null
}
