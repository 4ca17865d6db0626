ALTER TABLE "checkouts" ADD COLUMN "hand_overs" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "meet_at" text;