import pg from 'pg'

/**
 * To copy a database and to drop it takes half a second of a core, for its thousand files. So one that a test file
 * used is cleaned in some milliseconds and used again, by the next file of the same worker.
 */

/** Before so much is in its tables it is cleaned sooner than dropped. */
const MOST_BYTES = 4_000_000

/**
 * In the template: what is there before a test, and `as_new.clean()`, which answers whether everything is so again. It
 * is not where somebody changed more than rows, by the marks that PostgreSQL leaves on its own.
 */
const AS_NEW = `
create schema as_new;
create function as_new.shape() returns text language sql as $$
  select string_agg(mark, ' ') from (
    select count(*) || '-' || max(xmin::text::bigint) from pg_class union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_attribute union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_index union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_constraint union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_trigger union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_proc union all
    select count(*) || '-' || max(xmin::text::bigint) from pg_type union all
    select count(*)::text from pg_db_role_setting
      where setdatabase = (select oid from pg_database where datname = current_database())
  ) marks (mark)
$$;
do $$ declare one record; begin
  for one in
    select relname as name from pg_class
    where relnamespace = 'public'::regnamespace and relkind = 'r' and pg_relation_size(oid) > 0
  loop execute format('create table as_new.%I as table public.%I', one.name, one.name); end loop;
end $$;
create table as_new.sequences as
  select seqrelid::regclass as name, seqstart as first, pg_sequence_last_value(seqrelid) as last from pg_sequence;
create function as_new.clean(most_bytes bigint) returns boolean language plpgsql as $$
declare one record; differs boolean; columns text; bytes bigint := 0;
begin
  perform pg_terminate_backend(pid, 5000) from pg_stat_activity
    where datname = current_database() and pid <> pg_backend_pid() and backend_type = 'client backend';
  if as_new.shape() <> (select shape from as_new.known) then return false; end if;
  set local session_replication_role = replica;
  for one in
    select oid, relname as name, to_regclass(format('as_new.%I', relname)) as kept, pg_relation_size(oid) as bytes
    from pg_class where relnamespace = 'public'::regnamespace and relkind = 'r'
  loop
    bytes := bytes + one.bytes;
    if bytes > most_bytes then return false; end if;
    continue when one.bytes = 0;
    if one.kept is null then
      execute format('delete from public.%I', one.name);
    else
      execute format('select exists ((table public.%1$I except all table as_new.%1$I) union all
        (table as_new.%1$I except all table public.%1$I))', one.name) into differs;
      continue when not differs;
      select string_agg(quote_ident(attname), ', ' order by attnum) into columns from pg_attribute
        where attrelid = one.oid and attnum > 0 and not attisdropped and attgenerated = '';
      execute format('delete from public.%I', one.name);
      execute format('insert into public.%1$I (%2$s) overriding system value select %2$s from as_new.%1$I',
        one.name, columns);
    end if;
  end loop;
  perform setval(name, coalesce(last, first), last is not null) from as_new.sequences
    where pg_sequence_last_value(name) is distinct from last;
  perform pg_stat_reset();
  return true;
end $$;
create table as_new.known as select as_new.shape() as shape;
-- That it was made changed it.
update as_new.known set shape = as_new.shape();
`

/** Makes copies of this database ones that can be cleaned. Nothing but rows may change in it later. */
export async function keepAsNew(url: string): Promise<void> {
  const client = new pg.Client({ connectionString: url })
  await client.connect()
  try {
    await client.query(AS_NEW)
  } finally {
    await client.end()
  }
}

export type UsedDatabase = { url: string; name: string }

const clean: UsedDatabase[] = []
const cleaners = new Map<string, pg.Client>()

/** One that is as new, if there is one; it is the caller's alone. */
export const takeCleaned = (): UsedDatabase | undefined => clean.pop()

/** Ends all connections to it and makes it as new. False where it cannot be, and should be dropped. */
export async function cleanUsed(used: UsedDatabase): Promise<boolean> {
  const cleaner = cleaners.get(used.name) ?? (await openCleaner(used))
  const { rows } = await cleaner.query<{ is_clean: boolean }>('select as_new.clean($1) as is_clean', [MOST_BYTES])
  if (rows[0]?.is_clean) {
    clean.push(used)
    return true
  }
  cleaners.delete(used.name)
  await cleaner.end()
  return false
}

/** A connection that stays, since what is asked first on each takes longer; it keeps no process from ending. */
async function openCleaner({ url, name }: UsedDatabase): Promise<pg.Client> {
  const client = new pg.Client({ connectionString: url })
  client.on('error', () => {})
  await client.connect()
  client.unref()
  cleaners.set(name, client)
  return client
}
