ALTER TABLE "food" ADD COLUMN "diets" text[] DEFAULT '{}' NOT NULL;--> statement-breakpoint
ALTER TABLE "food" ADD COLUMN "allergens" text[];