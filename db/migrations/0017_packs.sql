ALTER TABLE "orders" ADD COLUMN "packs" integer;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "packs_reason" text;