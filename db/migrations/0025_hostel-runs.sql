CREATE TABLE "run_shares" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"run_id" bigint NOT NULL,
	"single_fee" numeric(12,2) NOT NULL,
	"paid_fee" numeric(12,2) NOT NULL,
	"final_fee" numeric(12,2),
	"sharers" integer,
	"back" numeric(12,2) DEFAULT 0 NOT NULL,
	"settled_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "runs_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vendor_id" uuid NOT NULL,
	"place_id" integer NOT NULL,
	"slot_from" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'Gathering' NOT NULL,
	"percents" jsonb NOT NULL,
	"most" integer NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"closes_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "runs_once" UNIQUE("vendor_id","place_id","slot_from")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "run_id" bigint;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "run_single_fee" numeric(12,2);--> statement-breakpoint
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_shares" ADD CONSTRAINT "run_shares_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_shares_run" ON "run_shares" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "run_shares_unsettled" ON "run_shares" USING btree ("run_id") WHERE "run_shares"."settled_at" is null;--> statement-breakpoint
CREATE INDEX "runs_gathering" ON "runs" USING btree ("closes_at") WHERE "runs"."status" = 'Gathering';--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_run" ON "checkouts" USING btree ("run_id") WHERE "checkouts"."run_id" is not null;