CREATE TABLE "kitchen_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kitchen_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"vendor_id" uuid NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"did" text NOT NULL,
	"about" text,
	"before" text,
	"after" text,
	"done_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "web_heard" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"last_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "cases" ALTER COLUMN "opened_by" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "kitchen_pins" ADD COLUMN "pin_length" integer;--> statement-breakpoint
ALTER TABLE "kitchen_tablets" ADD COLUMN "counted_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "case_notes" ADD COLUMN "photo" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "cause" text;--> statement-breakpoint
ALTER TABLE "cases" ADD COLUMN "is_settled" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "paused_by_text" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "group_members" ADD COLUMN "edition" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "taken_over_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "group_edition" integer;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "offers_left_out" jsonb;--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "told_windows" jsonb;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "told_before" jsonb;--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "ready_by_before" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "ways" ADD COLUMN "closed_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "kitchen_history" ADD CONSTRAINT "kitchen_history_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "kitchen_history_newest" ON "kitchen_history" USING btree ("vendor_id","id" desc);--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_cause_unique" UNIQUE("cause");