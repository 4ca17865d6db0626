CREATE TABLE "provider_transfers" (
	"provider" text NOT NULL,
	"provider_transfer_id" text NOT NULL,
	"reference" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"status" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_transfers_provider_provider_transfer_id_pk" PRIMARY KEY("provider","provider_transfer_id")
);
--> statement-breakpoint
CREATE INDEX "provider_transfers_newest" ON "provider_transfers" USING btree ("created_at");