CREATE TABLE "kitchen_screens" (
	"vendor_id" uuid PRIMARY KEY NOT NULL,
	"screen_seen_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "paused_for_silence" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "kitchen_screens" ADD CONSTRAINT "kitchen_screens_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
-- From here on we know of its screens: nobody is taken for silent before.
INSERT INTO "kitchen_screens" ("vendor_id", "screen_seen_at") SELECT "user_id", now() FROM "vendors" ON CONFLICT DO NOTHING;
