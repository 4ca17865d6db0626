ALTER TABLE "riders" ADD COLUMN "bank_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "taken_off" numeric(12,2) DEFAULT 0 NOT NULL;