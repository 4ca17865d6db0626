ALTER TABLE "vendors" ADD COLUMN "same_price_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "same_price_lost_at" timestamp with time zone;