DROP INDEX "riders_on_duty";--> statement-breakpoint
CREATE INDEX "riders_on_duty" ON "riders" USING btree ("vehicle","user_id") WHERE "riders"."on_duty_since" is not null;