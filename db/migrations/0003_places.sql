CREATE TABLE "places" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"name" text NOT NULL,
	"kind" text NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"landmark" boolean DEFAULT false NOT NULL,
	"meeting_point" boolean DEFAULT false NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"closed_at" timestamp with time zone,
	"retired_at" timestamp with time zone,
	CONSTRAINT "places_name_unique" UNIQUE("name")
);
--> statement-breakpoint
CREATE TABLE "ways" (
	"id" integer PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "ways_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 2147483647 START WITH 1 CACHE 1),
	"from_place_id" integer NOT NULL,
	"to_place_id" integer NOT NULL,
	"walk_minutes" integer NOT NULL,
	"ride_minutes" integer,
	"closed_from" text,
	"closed_until" text,
	"retired_at" timestamp with time zone,
	CONSTRAINT "ways_smaller_id_first" CHECK ("ways"."from_place_id" < "ways"."to_place_id"),
	CONSTRAINT "ways_minutes" CHECK ("ways"."walk_minutes" between 1 and 120 and "ways"."ride_minutes" between 1 and 120),
	CONSTRAINT "ways_closing_whole" CHECK (("ways"."closed_from" is null) = ("ways"."closed_until" is null))
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "place_id" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "fee_lines" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "own_delivery_fee" numeric(12,2);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "way_minutes" double precision;--> statement-breakpoint
ALTER TABLE "ways" ADD CONSTRAINT "ways_from_place_id_places_id_fk" FOREIGN KEY ("from_place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ways" ADD CONSTRAINT "ways_to_place_id_places_id_fk" FOREIGN KEY ("to_place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "places_name_in_any_case" ON "places" USING btree (lower("name"));--> statement-breakpoint
CREATE UNIQUE INDEX "ways_one_for_a_pair" ON "ways" USING btree ("from_place_id","to_place_id");--> statement-breakpoint
CREATE INDEX "ways_to" ON "ways" USING btree ("to_place_id");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
-- Landmarks were all the places there were. The table stays for the release before this one.
INSERT INTO "places" ("name", "kind", "latitude", "longitude", "landmark", "meeting_point", "verified", "position")
  SELECT "name", CASE WHEN "name" ILIKE '%gate%' THEN 'gate' WHEN "name" ILIKE '%market%' THEN 'market'
    ELSE 'building' END, "latitude", "longitude", true, true, "verified", "position"
  FROM "landmarks" ORDER BY "position" ON CONFLICT DO NOTHING;
--> statement-breakpoint
-- What an admin adds or corrects with the release before this one is known to this one.
CREATE FUNCTION copy_landmark() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  INSERT INTO places ("name", "kind", "latitude", "longitude", "landmark", "meeting_point", "verified", "position")
    VALUES (NEW.name, 'building', NEW.latitude, NEW.longitude, true, true, NEW.verified, NEW.position)
    ON CONFLICT ("name") DO UPDATE SET latitude = NEW.latitude, longitude = NEW.longitude, verified = NEW.verified;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER landmarks_copy AFTER INSERT OR UPDATE OF "latitude", "longitude", "verified" ON "landmarks"
  FOR EACH ROW EXECUTE FUNCTION copy_landmark();
--> statement-breakpoint
-- Vendors and riders hold the name of a landmark, as exports and screens show it.
CREATE FUNCTION carry_place_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vendors SET landmark = NEW.name WHERE landmark = OLD.name;
  UPDATE riders SET landmark = NEW.name WHERE landmark = OLD.name;
  UPDATE landmarks SET name = NEW.name WHERE name = OLD.name;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER places_carry_name AFTER UPDATE OF "name" ON "places" FOR EACH ROW
WHEN (NEW.name <> OLD.name) EXECUTE FUNCTION carry_place_name();
--> statement-breakpoint
CREATE TRIGGER places_tell AFTER INSERT OR UPDATE OR DELETE ON "places"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER ways_tell AFTER INSERT OR UPDATE OR DELETE ON "ways"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
