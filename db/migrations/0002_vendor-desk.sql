CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "notifications_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"order_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"told_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payouts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vendor_id" uuid NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_by" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "payout_id" bigint;--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("user_id","id" desc);--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;--> statement-breakpoint
CREATE INDEX "notifications_untold" ON "notifications" USING btree ("id") WHERE "notifications"."told_at" is null;--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","order_id");--> statement-breakpoint
CREATE INDEX "payouts_vendor_newest" ON "payouts" USING btree ("vendor_id","id" desc);--> statement-breakpoint
CREATE INDEX "orders_payout" ON "orders" USING btree ("payout_id") WHERE "orders"."payout_id" is not null;--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("vendor_id") WHERE "orders"."status" = 'Delivered' and "orders"."payout_id" is null;
--> statement-breakpoint
-- Links that point up the domain's ladder cannot stand in the tables' own files, so they stand here.
ALTER TABLE "orders" ADD CONSTRAINT "orders_payout_exists" FOREIGN KEY ("payout_id") REFERENCES "payouts" ("id");
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_vendor" FOREIGN KEY ("vendor_id") REFERENCES "vendors" ("user_id");
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_positive" CHECK ("amount" > 0);
