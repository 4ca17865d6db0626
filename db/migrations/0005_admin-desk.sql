CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "audit_log_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"user_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"acted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payout_id" bigint NOT NULL,
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"actor" text NOT NULL,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "payout_transfers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"payout_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"provider_transfer_id" text,
	"status" text DEFAULT 'Asked' NOT NULL,
	"fee" numeric(12,2),
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	"asked_by" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "payout_transfers_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
ALTER TABLE "food" ADD COLUMN "option_groups" jsonb DEFAULT '[]'::jsonb NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "commission_percent" numeric(5, 2);--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "bank_changed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "commission" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vendor_share" numeric(12,2);--> statement-breakpoint
UPDATE "orders" SET "vendor_share" = CASE WHEN EXISTS (SELECT 1 FROM "refunds" WHERE "refunds"."order_id" = "orders"."id") THEN 0 ELSE "total_price" END;--> statement-breakpoint
ALTER TABLE "orders" ALTER COLUMN "vendor_share" SET NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "borne_by" text DEFAULT 'vendor' NOT NULL;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "lines" jsonb;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "explanation" text;--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_by" text DEFAULT 'system' NOT NULL;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "approved_by" uuid;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "approved_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "paid_by" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "bank_reference" text;--> statement-breakpoint
ALTER TABLE "payouts" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "payout_history" ADD CONSTRAINT "payout_history_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD CONSTRAINT "payout_transfers_payout_id_payouts_id_fk" FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","id" desc);--> statement-breakpoint
CREATE INDEX "payout_history_payout" ON "payout_history" USING btree ("payout_id");--> statement-breakpoint
CREATE INDEX "payout_transfers_payout" ON "payout_transfers" USING btree ("payout_id");--> statement-breakpoint
CREATE UNIQUE INDEX "payout_transfers_one_alive" ON "payout_transfers" USING btree ("payout_id") WHERE "payout_transfers"."status" <> 'Failed';--> statement-breakpoint
CREATE INDEX "payout_transfers_due" ON "payout_transfers" USING btree ("next_attempt_at") WHERE "payout_transfers"."status" in ('Asked', 'Queued');--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id") WHERE "refunds"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "payouts_status" ON "payouts" USING btree ("status","id");
--> statement-breakpoint
INSERT INTO "payout_history" ("payout_id", "verb", "to_status", "actor", "moved_at")
  SELECT "id", 'request', 'Pending', 'vendor', "created_at" FROM "payouts";
--> statement-breakpoint
-- What is written down stays as it was.
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER payout_history_append_only BEFORE UPDATE OR DELETE ON "payout_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shares" CHECK ("vendor_share" >= 0 AND "commission" >= 0 AND "vendor_share" + "commission" <= "total_price");
