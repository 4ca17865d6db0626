CREATE TABLE "provider_lists" (
	"provider" text PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone,
	"error" text,
	"error_at" timestamp with time zone,
	"next_read_at" timestamp with time zone NOT NULL,
	"comparing_from" text,
	"compare_started_at" timestamp with time zone,
	"compare_list" text,
	"compare_page" integer DEFAULT 1 NOT NULL,
	"compare_pages" integer,
	"next_compare_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_refunds" (
	"provider" text NOT NULL,
	"provider_refund_id" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"status" text NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_refunds_provider_provider_refund_id_pk" PRIMARY KEY("provider","provider_refund_id")
);
--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "provider_transactions_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"tx_ref" text NOT NULL,
	"customer_email" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"provider_fee" numeric(12,2),
	"payment_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_transactions_once" UNIQUE("provider","provider_transaction_id")
);
--> statement-breakpoint
CREATE TABLE "reconciliation_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "reconciliation_cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"provider_number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"tx_ref" text,
	"ours" jsonb,
	"theirs" jsonb,
	"found_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_by" text,
	"outcome" text,
	CONSTRAINT "reconciliation_cases_once" UNIQUE("provider","provider_number","kind")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "waived" numeric(12,2) DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "review_cases" ADD COLUMN "decision" text;--> statement-breakpoint
ALTER TABLE "review_cases" ADD COLUMN "decided_by" text;--> statement-breakpoint
ALTER TABLE "review_cases" ADD COLUMN "reason" text;--> statement-breakpoint
CREATE INDEX "provider_refunds_newest" ON "provider_refunds" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_transactions_newest" ON "provider_transactions" USING btree ("created_at" desc,"id" desc);--> statement-breakpoint
CREATE INDEX "provider_transactions_tx_ref" ON "provider_transactions" USING gin ("tx_ref" gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "provider_transactions_number" ON "provider_transactions" USING btree ("provider_transaction_id");--> statement-breakpoint
CREATE INDEX "reconciliation_cases_status" ON "reconciliation_cases" USING btree ("status","id" desc);--> statement-breakpoint
CREATE INDEX "review_cases_status" ON "review_cases" USING btree ("status","created_at" desc,"id");