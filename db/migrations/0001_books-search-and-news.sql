-- Links that point up the domain's ladder cannot stand in the tables' own files, so they stand here.
ALTER TABLE "orders" ADD CONSTRAINT "orders_vendor" FOREIGN KEY ("vendor_id") REFERENCES "vendors" ("user_id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_exists" FOREIGN KEY ("checkout_id") REFERENCES "checkouts" ("id");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_exists" FOREIGN KEY ("checkout_id") REFERENCES "checkouts" ("id");
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_exists" FOREIGN KEY ("order_id") REFERENCES "orders" ("id");
--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_adds_up" CHECK ("total" = "subtotal" + "delivery_fee" AND "subtotal" > 0);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_positive" CHECK ("amount" > 0);
--> statement-breakpoint
ALTER TABLE "food" ADD CONSTRAINT "food_price_positive" CHECK ("price" > 0);
--> statement-breakpoint

-- Double entry is the database's rule too: at commit, the journals it touched sum to zero.
CREATE FUNCTION journal_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(amount), 0) FROM journal_entries WHERE journal_id = NEW.journal_id) <> 0 THEN
    RAISE EXCEPTION 'journal % does not balance', NEW.journal_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER journal_entries_balance AFTER INSERT ON "journal_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_must_balance();
--> statement-breakpoint

-- What is booked stays booked: a mistake is corrected by another journal.
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE ON "journals"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE ON "journal_entries"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE ON "order_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint

-- Search that forgives spelling: trigrams over names without accents and capitals.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;
--> statement-breakpoint
CREATE INDEX "vendors_search" ON "vendors" USING gin (search_text("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "food_search" ON "food" USING gin (search_text("name") gin_trgm_ops);
--> statement-breakpoint

-- Public pages are kept in memory; these tell every process when what they show has changed. No order touches them.
CREATE FUNCTION tell_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER vendors_tell AFTER INSERT OR UPDATE OR DELETE ON "vendors"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER food_tell AFTER INSERT OR UPDATE OR DELETE ON "food"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER landmarks_tell AFTER INSERT OR UPDATE OR DELETE ON "landmarks"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER settings_tell AFTER INSERT OR UPDATE OR DELETE ON "settings"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint

-- The five landmarks of the campus. Only the first two were surveyed (docs/providers.md#landmarks); an admin corrects the rest.
INSERT INTO "landmarks" ("name", "latitude", "longitude", "verified", "position") VALUES
  ('FUTA North Gate', 7.30667, 5.13956, true, 1),
  ('FUTA South Gate', 7.29298, 5.14986, true, 2),
  ('FUTA Main Gate', 7.3034, 5.1320, false, 3),
  ('FUTA East Gate', 7.3010, 5.1480, false, 4),
  ('Aluta Market', 7.2990, 5.1440, false, 5);
