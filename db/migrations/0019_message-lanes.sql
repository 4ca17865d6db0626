DROP INDEX "messages_due";--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages" USING btree ("channel","next_attempt_at") WHERE "messages"."status" = 'Queued';