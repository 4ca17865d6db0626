ALTER TABLE "journal_entries" ADD COLUMN "order_id" bigint;
--> statement-breakpoint
CREATE INDEX "journal_entries_order" ON "journal_entries" USING btree ("order_id")
	WHERE "journal_entries"."order_id" is not null;
