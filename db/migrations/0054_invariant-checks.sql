CREATE TABLE "invariant_checks" (
	"one" boolean PRIMARY KEY DEFAULT true NOT NULL,
	"next_at" timestamp with time zone NOT NULL,
	"checked_at" timestamp with time zone,
	"took_ms" integer,
	"broken" integer,
	"found" jsonb
);
