ALTER TABLE "messages" ADD COLUMN "gateway" text;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "refused_by" text;