import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { harmfulStatements } from './harmful-statements.ts'
import { migrations_folder, migrationTags, releases } from './released.ts'

test('no migration after the first release takes away what the release before it needs', () => {
  const [first = ''] = releases()
  const tags = migrationTags()
  const harmful = tags.slice(tags.indexOf(first) + 1).flatMap((tag) => {
    const text = readFileSync(join(migrations_folder, `${tag}.sql`), 'utf8')
    return harmfulStatements(text, releases()).map((found) => `${tag}: ${found}`)
  })
  expect(harmful, 'Two releases run side by side while one is rolled out: see CONTRIBUTING.md, "To migrate".').toEqual(
    [],
  )
})

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
])('%s is refused', (statement) => {
  expect(harmfulStatements(`SELECT 1;${breakpoint}${statement}`, ['0000_baseline'])).toHaveLength(1)
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
    'ALTER TABLE "orders" ALTER COLUMN "note" DROP NOT NULL;',
    'UPDATE "orders" SET "kind" = \'food\';',
  ]
  expect(harmfulStatements(adds.join(breakpoint), [])).toEqual([])
})

test('what no code needs any more may go, once a recorded release says so', () => {
  const text = '-- no code needs this since 0003_done\nALTER TABLE "orders" DROP COLUMN "note";'
  expect(harmfulStatements(text, ['0003_done'])).toEqual([])
  expect(harmfulStatements(text, ['0000_baseline'])).toHaveLength(1)
})

test('a bound that is replaced by a wider one is let through where its migration says so', () => {
  const index = 'CREATE UNIQUE INDEX "once" ON "orders" USING btree ("note") WHERE "note" <> \'\';'
  expect(harmfulStatements(index, [])).toHaveLength(1)
  expect(harmfulStatements(`-- allows all that was allowed before: an empty note\n${index}`, [])).toEqual([])
})
