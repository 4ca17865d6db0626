-- The checks stand with the new columns: what the release before writes has no tip, and keeps them as it kept the old.
ALTER TABLE "checkouts" DROP CONSTRAINT "checkouts_adds_up";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "tip" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "checkouts_adds_up"
  CHECK ("total" = "subtotal" + "delivery_fee" + "tip" AND "subtotal" > 0 AND "tip" >= 0);--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "tip" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "deliveries_tip" CHECK ("tip" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "tip" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "orders_tip" CHECK ("tip" >= 0);--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "tip" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "refunds_tip"
  CHECK ("tip" >= 0 AND "delivery_fee" + "tip" <= "amount");
