CREATE TABLE "quiet_numbers" (
	"phone" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"asked_by" text NOT NULL
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "dispensable" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "admitted_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "held_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "held_by" text;--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'Held';--> statement-breakpoint
CREATE INDEX "messages_held_at" ON "messages" USING btree ("held_at") WHERE "messages"."held_at" is not null;--> statement-breakpoint
CREATE INDEX "messages_admitted" ON "messages" USING btree ("channel","admitted_at");--> statement-breakpoint
CREATE INDEX "messages_to" ON "messages" USING btree ("recipient","admitted_at");--> statement-breakpoint
UPDATE "messages" SET "admitted_at" = "created_at" WHERE "status" = 'Queued' AND "attempts" > 0;
