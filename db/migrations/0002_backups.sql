CREATE TABLE "backups" (
	"name" text PRIMARY KEY NOT NULL,
	"place" text NOT NULL,
	"begun_at" timestamp with time zone NOT NULL,
	"verified_at" timestamp with time zone,
	"bytes" bigint,
	"pictures" integer,
	"problem" text
);
