CREATE TABLE "promotion_uses" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"promotion_id" bigint NOT NULL,
	"phone" text NOT NULL,
	"discount" numeric(12,2) NOT NULL,
	"returned" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "promotion_uses_returned" CHECK ("returned" >= 0 AND "returned" <= "discount"),
	"status" text DEFAULT 'Held' NOT NULL,
	"held_until" timestamp with time zone NOT NULL,
	"is_being_paid" boolean DEFAULT false NOT NULL,
	"used_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "promotions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "promotions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"code" text NOT NULL,
	"kind" text NOT NULL,
	"percent" integer,
	"amount" numeric(12,2),
	"minimum" numeric(12,2) DEFAULT 0 NOT NULL,
	"first_order_only" boolean DEFAULT false NOT NULL,
	"starts_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone,
	"budget" numeric(18,2),
	"most_uses" integer,
	"most_uses_each" integer,
	"status" text DEFAULT 'Active' NOT NULL,
	"created_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
-- As with tips, the check of the sum stands with the new column: what the release before writes has no discount.
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_adds_up";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "discount" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "checkouts_adds_up"
  CHECK ("total" = "subtotal" + "delivery_fee" + "tip" - "discount" AND "subtotal" > 0 AND "tip" >= 0
    AND "discount" >= 0 AND "discount" < "subtotal" + "delivery_fee");--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "promotion_code" text;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "free_delivery" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "discount" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "orders_discount"
  CHECK ("discount" >= 0 AND "discount" <= "total_price");--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "free_delivery" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "promotion" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "refunds_promotion" CHECK ("promotion" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "free_fee" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "refunds_free_fee" CHECK ("free_fee" >= 0);--> statement-breakpoint
-- An unpaid checkout is forgotten with the phone number that is in its use.
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE CASCADE;--> statement-breakpoint
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "promotion_uses_promotion" ON "promotion_uses" USING btree ("promotion_id","phone");--> statement-breakpoint
CREATE UNIQUE INDEX "promotions_active_code" ON "promotions" USING btree ("code") WHERE "promotions"."status" = 'Active';