CREATE TABLE "shift_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_history_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"place_id" bigint NOT NULL,
	"rider_id" uuid
);
--> statement-breakpoint
CREATE TABLE "shift_places" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shift_places_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"shift_id" bigint NOT NULL,
	"status" text DEFAULT 'Planned' NOT NULL,
	"rider_id" uuid,
	"reminded_at" timestamp with time zone,
	"came_at" timestamp with time zone,
	"missed_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "shifts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "shifts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"begins_at" timestamp with time zone NOT NULL,
	"ends_at" timestamp with time zone NOT NULL,
	"planned_by" uuid NOT NULL,
	"planned_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "shift_history" ADD CONSTRAINT "shift_history_place_id_shift_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."shift_places"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_places" ADD CONSTRAINT "shift_places_shift_id_shifts_id_fk" FOREIGN KEY ("shift_id") REFERENCES "public"."shifts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shift_places" ADD CONSTRAINT "shift_places_rider_id_riders_user_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "shift_history_place" ON "shift_history" USING btree ("place_id");--> statement-breakpoint
CREATE INDEX "shift_places_shift" ON "shift_places" USING btree ("shift_id");--> statement-breakpoint
CREATE INDEX "shift_places_rider" ON "shift_places" USING btree ("rider_id");--> statement-breakpoint
CREATE INDEX "shift_places_alive" ON "shift_places" USING btree ("shift_id") WHERE "shift_places"."status" not in ('Ended', 'Called off');--> statement-breakpoint
CREATE INDEX "shifts_begin" ON "shifts" USING btree ("begins_at");