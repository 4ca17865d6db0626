ALTER TABLE "sessions" ADD COLUMN "acts_for" uuid;--> statement-breakpoint
ALTER TABLE "sessions" ADD COLUMN "acts_until" timestamp with time zone;