CREATE TABLE "kitchen_pins" (
	"vendor_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"pin_hash" text NOT NULL,
	"failures" integer DEFAULT 0 NOT NULL,
	"failures_of_day" integer DEFAULT 0 NOT NULL,
	"counted_from" timestamp with time zone,
	"paused_until" timestamp with time zone,
	"set_by" uuid NOT NULL,
	"set_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kitchen_pins_vendor_id_user_id_pk" PRIMARY KEY("vendor_id","user_id")
);
--> statement-breakpoint
CREATE TABLE "kitchen_tablets" (
	"session_id" uuid PRIMARY KEY NOT NULL,
	"vendor_id" uuid NOT NULL,
	"present_id" uuid,
	"present_until" timestamp with time zone,
	"failures" integer DEFAULT 0 NOT NULL,
	"paused_until" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "kitchen_pins" ADD CONSTRAINT "kitchen_pins_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kitchen_tablets" ADD CONSTRAINT "kitchen_tablets_session_id_sessions_id_fk" FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;