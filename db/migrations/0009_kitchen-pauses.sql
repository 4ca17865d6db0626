ALTER TABLE "vendors" ADD COLUMN "paused_for_lapses" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "opened_at" timestamp with time zone;
