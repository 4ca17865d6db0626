ALTER TABLE "payout_transfers" ADD COLUMN "doubt" text;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "doubted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "looked_up_at" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "payout_transfers_to_ask_again" ON "payout_transfers" USING btree ("next_attempt_at") WHERE "payout_transfers"."status" = 'Failed';--> statement-breakpoint
CREATE INDEX "payout_transfers_in_doubt" ON "payout_transfers" USING btree ("doubted_at") WHERE "payout_transfers"."doubt" is not null;