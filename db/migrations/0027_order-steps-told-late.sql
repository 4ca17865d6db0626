DROP INDEX "order_history_moved";--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "recorded_at" timestamp with time zone;--> statement-breakpoint
UPDATE "order_history" SET "recorded_at" = "moved_at";--> statement-breakpoint
ALTER TABLE "order_history" ALTER COLUMN "recorded_at" SET NOT NULL;--> statement-breakpoint
CREATE INDEX "order_history_recorded" ON "order_history" USING btree ("recorded_at","verb");