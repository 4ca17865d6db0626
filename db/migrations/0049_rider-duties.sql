CREATE TABLE "rider_duties" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "rider_duties_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"rider_id" uuid NOT NULL,
	"began_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "rider_duties" ADD CONSTRAINT "rider_duties_rider_id_riders_user_id_fk" FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "rider_duties_lasting" ON "rider_duties" USING btree ("rider_id") WHERE "rider_duties"."ended_at" is null;--> statement-breakpoint
CREATE INDEX "rider_duties_ended" ON "rider_duties" USING btree ("ended_at");