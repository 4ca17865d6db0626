ALTER TABLE "vendors" ADD COLUMN "auto_accept_orders" integer;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "auto_accept_hours" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reject_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reject_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "reject_by" uuid;--> statement-breakpoint
CREATE INDEX "orders_rejecting" ON "orders" USING btree ("reject_at") WHERE "orders"."reject_at" is not null;