CREATE TABLE "incidents" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "incidents_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"delivery_id" bigint NOT NULL,
	"rider_id" uuid NOT NULL,
	"reason" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"waits_until" timestamp with time zone,
	"way_out" text,
	"place" text,
	"words" text,
	"photo" text,
	"kitchen_closed" boolean DEFAULT false NOT NULL,
	"pay" numeric(12,2),
	"booked_at" timestamp with time zone,
	"refused_because" text,
	"payout_id" bigint
);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "incident_id" bigint;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_delivery_id_deliveries_id_fk" FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_rider_id_riders_user_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "incidents_delivery" ON "incidents" USING btree ("delivery_id");--> statement-breakpoint
CREATE INDEX "incidents_rider" ON "incidents" USING btree ("rider_id","id" desc);--> statement-breakpoint
CREATE INDEX "incidents_unseen" ON "incidents" USING btree ("happened_at") WHERE "incidents"."pay" is not null and "incidents"."booked_at" is null and "incidents"."refused_because" is null;--> statement-breakpoint
CREATE INDEX "incidents_payout" ON "incidents" USING btree ("payout_id") WHERE "incidents"."payout_id" is not null;--> statement-breakpoint
-- Links that point at a table made later, or up the ladder of domain/.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_incident_id_fk" FOREIGN KEY ("incident_id") REFERENCES "incidents"("id");--> statement-breakpoint
ALTER TABLE "incidents" ADD CONSTRAINT "incidents_payout_id_fk" FOREIGN KEY ("payout_id") REFERENCES "payouts"("id");