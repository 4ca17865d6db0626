ALTER TABLE "group_members" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "taken_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "group_edition" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "offers_left_out" jsonb;