ALTER TABLE "vendors" ADD COLUMN "slot_orders" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "slot_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_escalations" ADD COLUMN "begun_told_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "slot_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "begin_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "checkouts_slot" ON "checkouts" USING btree ("slot_from") WHERE "checkouts"."slot_from" is not null;--> statement-breakpoint
CREATE INDEX "orders_slot" ON "orders" USING btree ("vendor_id","slot_from") WHERE "orders"."slot_from" is not null;