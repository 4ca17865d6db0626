CREATE TABLE "bank_settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "bank_settlements_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"settled_on" date NOT NULL,
	"recorded_by" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_settlements_once" UNIQUE("provider","reference")
);
--> statement-breakpoint
DROP INDEX "notifications_once";--> statement-breakpoint
DROP INDEX "orders_unpaid";--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "delivery_fee" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "request_key" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "round_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "possible_refund_id" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "ruled_out" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "bank_reference" text;--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("status","created_at" desc,"id");--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "refunds" USING btree ("created_at" desc,"id");--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","order_id") WHERE "notifications"."kind" <> 'order_refunded';--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders" USING btree ("vendor_id") WHERE "orders"."status" in ('Delivered', 'Cancelled') and "orders"."payout_id" is null and "orders"."vendor_share" > 0;--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_request" UNIQUE("request_key","order_id");
--> statement-breakpoint
-- Until now only whole orders went back, the last one of a checkout with the delivery fee.
UPDATE "refunds" SET "delivery_fee" = "refunds"."amount" - "orders"."total_price"
  FROM "orders" WHERE "orders"."id" = "refunds"."order_id" AND "refunds"."amount" > "orders"."total_price";
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_delivery_fee" CHECK ("delivery_fee" >= 0 AND "delivery_fee" <= "amount");
--> statement-breakpoint
ALTER TABLE "bank_settlements" ADD CONSTRAINT "bank_settlements_positive" CHECK ("amount" > 0);
