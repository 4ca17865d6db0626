CREATE TABLE "invariant_checks" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"took_ms" integer,
	"broken" integer,
	"found" jsonb
);
--> statement-breakpoint
CREATE INDEX "audit_log_acted" ON "audit_log" USING btree ("acted_at","id");--> statement-breakpoint
CREATE INDEX "orders_created" ON "orders" USING btree ("created_at","id");