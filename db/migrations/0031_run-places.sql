DROP INDEX "runs_gathering";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "run_held_from" timestamp with time zone;--> statement-breakpoint
CREATE INDEX "runs_closes" ON "runs" USING btree ("closes_at");