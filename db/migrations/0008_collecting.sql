ALTER TABLE "checkouts" ADD COLUMN "collects" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "collects" boolean DEFAULT false NOT NULL;