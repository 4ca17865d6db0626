CREATE TABLE "vendor_slugs" (
	"slug" text PRIMARY KEY NOT NULL,
	"vendor_id" uuid NOT NULL,
	CONSTRAINT "vendor_slugs_plain" CHECK ("vendor_slugs"."slug" ~ '^[a-z0-9]+(-[a-z0-9]+)*$' and length("vendor_slugs"."slug") <= 80)
);
--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "slug" text;--> statement-breakpoint
ALTER TABLE "vendor_slugs" ADD CONSTRAINT "vendor_slugs_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "vendors_slug" ON "vendors" USING btree (lower("slug"));--> statement-breakpoint
-- Every kitchen with a name gets the slug that `slugOf` (domain/catalog/slug.ts) makes of it, the oldest first.
DO $$
DECLARE
  kitchen record;
  wanted text;
  given text;
  number integer;
BEGIN
  FOR kitchen IN SELECT "user_id", "name" FROM "vendors" WHERE "slug" IS NULL AND "name" <> '' ORDER BY "id" LOOP
    wanted := regexp_replace(lower(normalize(translate(kitchen."name", '''’‘`', ''), NFKD)), '[\u0300-\u036f]', '', 'g');
    wanted := replace(replace(replace(wanted, 'ß', 'ss'), 'æ', 'ae'), 'œ', 'oe');
    wanted := translate(wanted, 'ɓƁɗƊƙƘƴƳǝƎɛƐɔƆøØłŁđĐı', 'bbddkkyyeeeeoooollddi');
    wanted := replace(replace(replace(wanted, 'ŋ', 'ng'), 'Ŋ', 'ng'), '&', ' and ');
    wanted := trim('-' FROM left(trim('-' FROM regexp_replace(wanted, '[^a-z0-9]+', '-', 'g')), 50));
    IF wanted = '' THEN wanted := 'kitchen'; END IF;
    IF wanted ~ '^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$' THEN wanted := 'kitchen-' || wanted; END IF;
    given := wanted;
    number := 1;
    WHILE EXISTS (SELECT 1 FROM "vendor_slugs" WHERE "slug" = given) LOOP
      number := number + 1;
      given := wanted || '-' || number;
    END LOOP;
    INSERT INTO "vendor_slugs" ("slug", "vendor_id") VALUES (given, kitchen."user_id");
    UPDATE "vendors" SET "slug" = given WHERE "user_id" = kitchen."user_id";
  END LOOP;
END $$;
