import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { functionsOf, harmfulStatements } from './harmful-statements.ts'
import { migrations_folder, migrationTags, releases, uniquesOf } from './released.ts'

const textOf = (tag: string) => readFileSync(join(migrations_folder, `${tag}.sql`), 'utf8')

test('no migration after the newest release takes away what that release needs', () => {
  const newest = releases().at(-1) ?? ''
  const tags = migrationTags()
  const at = tags.indexOf(newest) + 1
  const functions = new Map(tags.slice(0, at).flatMap((tag) => [...functionsOf(textOf(tag))]))
  const known = { releases: releases(), functions, uniques: uniquesOf(newest) }
  const harmful = tags
    .slice(at)
    .flatMap((tag) => harmfulStatements(textOf(tag), known).map((found) => `${tag}: ${found}`))
  expect(harmful, 'Two releases run side by side while one is rolled out: see CONTRIBUTING.md, "To migrate".').toEqual(
    [],
  )
})

/** As far as these samples need it. */
const known = {
  releases: ['0000_baseline'],
  functions: new Map([
    ['journal_must_balance', "begin raise exception 'no'; end"],
    ['tell', "begin perform pg_notify('news', ''); return null; end"],
  ]),
  uniques: new Set(['orders_once', 'orders_pkey']),
}

const breakpoint = '\n--> statement-breakpoint\n'

test.each([
  'DROP TABLE "orders" CASCADE;',
  'ALTER TABLE "orders" DROP COLUMN "note";',
  'ALTER TABLE "orders" RENAME COLUMN "note" TO "remark";',
  'ALTER TABLE "orders" RENAME TO "sales";',
  'ALTER TABLE "orders" ALTER COLUMN "note" SET NOT NULL;',
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP DEFAULT;',
  'ALTER TABLE "orders" ALTER COLUMN "note" SET DATA TYPE integer;',
  'ALTER TABLE "orders" ADD COLUMN "kind" text NOT NULL;',
  'ALTER TABLE "orders" ADD CONSTRAINT "short" CHECK (length("note") < 9);',
  'ALTER TABLE "orders" ADD CONSTRAINT "once" UNIQUE("vendor_id","note");',
  'ALTER TABLE "orders" ADD CONSTRAINT "of" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id");',
  'CREATE UNIQUE INDEX "once" ON "orders" USING btree ("note");',
  'TRUNCATE "orders";',
  'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;',
  'DROP INDEX "orders_once";',
  'ALTER TABLE "orders" DROP CONSTRAINT "orders_pkey";',
  'DROP TRIGGER orders_tell ON "orders";',
  'CREATE TRIGGER no BEFORE INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION tell();',
  'CREATE CONSTRAINT TRIGGER no AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION journal_must_balance();',
  'CREATE TRIGGER no AFTER UPDATE ON "orders" FOR EACH ROW EXECUTE FUNCTION nobody_knows();',
  'CREATE OR REPLACE FUNCTION tell() RETURNS trigger LANGUAGE plpgsql AS $$ begin return null; end $$;',
  'UPDATE "orders" SET "status" = \'Parked\';',
  'DELETE FROM "orders" WHERE "note" = \'\';',
  'INSERT INTO "settings" ("key") VALUES (\'new\');',
])('%s is refused', (statement) => {
  expect(harmfulStatements(`SELECT 1;${breakpoint}${statement}`, known)).toHaveLength(1)
})

test('what only adds is let through', () => {
  const adds = [
    'CREATE TABLE "notes" ("id" bigint PRIMARY KEY, "order_id" bigint NOT NULL, CONSTRAINT "n" UNIQUE("order_id"));',
    'ALTER TABLE "notes" ADD CONSTRAINT "of" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id");',
    'ALTER TABLE "orders" ADD COLUMN "kind" text DEFAULT \'food\' NOT NULL;',
    'ALTER TABLE "orders" ADD COLUMN "key" text;',
    'ALTER TABLE "orders" ADD CONSTRAINT "key_once" UNIQUE("key");',
    'CREATE UNIQUE INDEX "key_index" ON "orders" USING btree ("key");',
    'CREATE INDEX "newest" ON "orders" USING btree ("created_at");',
    'DROP INDEX "orders_checkout";',
    'ALTER TABLE "orders" DROP CONSTRAINT "orders_adds_up";',
    'UPDATE "orders" SET "kind" = \'food\', "key" = "note" WHERE "note" <> \'\';',
    'INSERT INTO "notes" ("order_id") SELECT "id" FROM "orders";',
    'CREATE TRIGGER yes AFTER INSERT ON "orders" FOR EACH ROW EXECUTE FUNCTION tell();',
    'CREATE TRIGGER no BEFORE INSERT ON "notes" FOR EACH ROW EXECUTE FUNCTION journal_must_balance();',
  ]
  expect(harmfulStatements(adds.join(breakpoint), known)).toEqual([])
})

test('what no code needs any more may go, once a recorded release says so', () => {
  const text = '-- no code needs this since 0003_done\nALTER TABLE "orders" DROP COLUMN "note";'
  expect(harmfulStatements(text, { ...known, releases: ['0003_done'] })).toEqual([])
  expect(harmfulStatements(text, known)).toHaveLength(1)
})

test('a bound that is replaced by a wider one is let through where its migration says so', () => {
  const index = 'CREATE UNIQUE INDEX "once" ON "orders" USING btree ("note") WHERE "note" <> \'\';'
  expect(harmfulStatements(index, known)).toHaveLength(1)
  expect(harmfulStatements(`-- allows all that was allowed before: an empty note\n${index}`, known)).toEqual([])
})

test('what somebody has looked at is let through with the reason', () => {
  const text = 'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;'
  expect(harmfulStatements(`-- older code lives with this: it shows nothing for no note\n${text}`, known)).toEqual([])
})
