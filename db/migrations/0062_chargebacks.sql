CREATE TABLE "chargebacks" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chargebacks_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"provider" text NOT NULL,
	"provider_chargeback_id" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"payment_id" uuid,
	"amount" numeric(12,2) NOT NULL,
	"status" text NOT NULL,
	"stage" text NOT NULL,
	"reason" text NOT NULL,
	"due_at" timestamp with time zone,
	"raised_at" timestamp with time zone NOT NULL,
	"first_seen_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	"bookings" integer DEFAULT 0 NOT NULL,
	CONSTRAINT "chargebacks_once" UNIQUE("provider","provider_chargeback_id")
);
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "covered_by" bigint;--> statement-breakpoint
ALTER TABLE "provider_lists" ADD COLUMN "next_chargebacks_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_lists" ADD COLUMN "chargebacks_read_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "provider_lists" ADD COLUMN "chargebacks_error" text;--> statement-breakpoint
ALTER TABLE "chargebacks" ADD CONSTRAINT "chargebacks_payment_id_payments_id_fk" FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chargebacks_payment" ON "chargebacks" USING btree ("payment_id");--> statement-breakpoint
CREATE INDEX "chargebacks_status" ON "chargebacks" USING btree ("status","raised_at");