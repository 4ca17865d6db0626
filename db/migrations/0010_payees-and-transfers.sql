ALTER TABLE "payouts" ALTER COLUMN "vendor_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "bank_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "bank_code" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "account_number" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD COLUMN "account_name" text NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "rider_id" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "paid_on" date;--> statement-breakpoint
CREATE INDEX "payouts_rider_newest" ON "payouts" USING btree ("rider_id","id" desc) WHERE "payouts"."rider_id" is not null;--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_one_payee" CHECK (num_nonnulls("payouts"."vendor_id", "payouts"."rider_id") = 1);
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_rider" FOREIGN KEY ("rider_id") REFERENCES "riders" ("user_id");
