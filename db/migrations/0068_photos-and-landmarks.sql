-- older code lives with this: it reads and writes places, and their vendors and riders, which go on as before
CREATE OR REPLACE FUNCTION carry_place_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  UPDATE vendors SET landmark = NEW.name WHERE landmark = OLD.name;
  UPDATE riders SET landmark = NEW.name WHERE landmark = OLD.name;
  RETURN NULL;
END $$;
--> statement-breakpoint
-- no code needs this since 0047_windows-groups-kitchens
DROP TABLE "landmarks";
--> statement-breakpoint
-- no code needs this since 0047_windows-groups-kitchens
DROP FUNCTION copy_landmark();
--> statement-breakpoint
CREATE INDEX "deliveries_photos" ON "deliveries" USING btree ("closed_at") WHERE "deliveries"."no_pin_photo" is not null;
--> statement-breakpoint
CREATE INDEX "incidents_to_empty" ON "incidents" USING btree ("happened_at") WHERE "incidents"."photo" is not null or "incidents"."words" is not null;
--> statement-breakpoint
CREATE INDEX "ratings_lines" ON "ratings" USING btree ("rated_at") WHERE "ratings"."line" is not null;