CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "deliveries_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"status" text DEFAULT 'Waiting' NOT NULL,
	"rider_id" uuid,
	"offer_id" bigint,
	"pay" numeric(12,2),
	"created_at" timestamp with time zone NOT NULL,
	"waiting_since" timestamp with time zone NOT NULL,
	"alarmed_at" timestamp with time zone,
	"assigned_at" timestamp with time zone,
	"at_vendor_at" timestamp with time zone,
	"picked_up_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"packs" integer,
	"step_key" text,
	"no_pin_reason" text,
	"no_pin_photo" text,
	"payout_id" bigint,
	CONSTRAINT "deliveries_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "delivery_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"rider_id" uuid,
	"actor" text NOT NULL,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "offer_deliveries" (
	"offer_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"pay" numeric(12,2) NOT NULL,
	CONSTRAINT "offer_deliveries_offer_id_delivery_id_pk" PRIMARY KEY("offer_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "offers_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rider_id" uuid NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_keys" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"track_token" text NOT NULL,
	"pin" text NOT NULL,
	"pin_failures" integer DEFAULT 0 NOT NULL,
	"pin_paused_until" timestamp with time zone,
	CONSTRAINT "order_keys_track_token_unique" UNIQUE("track_token")
);
--> statement-breakpoint
CREATE TABLE "order_promises" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"promised_from" timestamp with time zone NOT NULL,
	"promised_until" timestamp with time zone NOT NULL,
	"first_promised_until" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "recorded_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" bigint NOT NULL,
	"rider_id" uuid NOT NULL,
	"verb" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "id" bigint NOT NULL GENERATED ALWAYS AS IDENTITY (sequence name "riders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1);--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "name" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "phone" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "vehicle" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "profile_photo" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "landmark" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "bank_name" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "bank_code" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "account_number" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "account_name" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "submitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "rejected_reason" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "suspended_reason" text;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "on_duty_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "latitude" double precision;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "longitude" double precision;--> statement-breakpoint
ALTER TABLE "riders" ADD COLUMN "located_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "kept_since" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_rider_id_riders_user_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "delivery_history" ADD CONSTRAINT "delivery_history_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_deliveries" ADD CONSTRAINT "offer_deliveries_offer_id_offers_id_fk" FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offer_deliveries" ADD CONSTRAINT "offer_deliveries_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_rider_id_riders_user_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "order_promises" ADD CONSTRAINT "order_promises_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "recorded_steps" ADD CONSTRAINT "recorded_steps_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries" USING btree ("id") WHERE "deliveries"."status" not in ('Delivered', 'Cancelled');--> statement-breakpoint
CREATE INDEX "deliveries_rider" ON "deliveries" USING btree ("rider_id","id" desc);--> statement-breakpoint
CREATE INDEX "deliveries_unpaid" ON "deliveries" USING btree ("rider_id") WHERE "deliveries"."status" = 'Delivered' and "deliveries"."payout_id" is null;--> statement-breakpoint
CREATE INDEX "deliveries_offer" ON "deliveries" USING btree ("offer_id") WHERE "deliveries"."offer_id" is not null;--> statement-breakpoint
CREATE INDEX "deliveries_payout" ON "deliveries" USING btree ("payout_id") WHERE "deliveries"."payout_id" is not null;--> statement-breakpoint
CREATE INDEX "delivery_history_delivery" ON "delivery_history" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "offer_deliveries_delivery" ON "offer_deliveries" USING btree ("delivery_id");--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_open" ON "offers" USING btree ("rider_id") WHERE "offers"."status" = 'Open';--> statement-breakpoint
CREATE INDEX "offers_due" ON "offers" USING btree ("expires_at") WHERE "offers"."status" = 'Open';--> statement-breakpoint
CREATE INDEX "riders_on_duty" ON "riders" USING btree ("user_id") WHERE "riders"."on_duty_since" is not null;--> statement-breakpoint
ALTER TABLE "riders" ADD CONSTRAINT "riders_id_unique" UNIQUE("id");
--> statement-breakpoint
-- Links that point up the ladder, or in a circle, cannot stand in the tables' own files.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offer_exists" FOREIGN KEY ("offer_id") REFERENCES "offers" ("id");
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_payout_exists" FOREIGN KEY ("payout_id") REFERENCES "payouts" ("id");
--> statement-breakpoint
-- Who carries it is known exactly while somebody does.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_carried_by" CHECK (
  CASE WHEN "status" IN ('Waiting', 'Offered') THEN "rider_id" IS NULL
       WHEN "status" IN ('Assigned', 'At vendor', 'Picked up') THEN "rider_id" IS NOT NULL AND "pay" IS NOT NULL
       ELSE true END);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offered" CHECK (("offer_id" IS NOT NULL) = ("status" = 'Offered'));
--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_pin" CHECK ("pin" ~ '^[0-9]{4}$');
--> statement-breakpoint
CREATE TRIGGER delivery_history_append_only BEFORE UPDATE OR DELETE ON "delivery_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
-- Orders of before this day: each gets its link and its PIN, and what a kitchen has taken waits for a rider.
INSERT INTO "order_keys" ("order_id", "track_token", "pin")
  SELECT "id", replace(gen_random_uuid()::text, '-', ''),
    lpad((('x' || left(replace(gen_random_uuid()::text, '-', ''), 7))::bit(28)::int % 10000)::text, 4, '0')
  FROM "orders";
--> statement-breakpoint
INSERT INTO "deliveries" ("order_id", "created_at", "waiting_since")
  SELECT "id", now(), now() FROM "orders" WHERE "status" IN ('Accepted', 'Completed');
--> statement-breakpoint
INSERT INTO "delivery_history" ("delivery_id", "verb", "to_status", "actor", "moved_at", "recorded_at")
  SELECT "id", 'make', 'Waiting', 'system', now(), now() FROM "deliveries";
