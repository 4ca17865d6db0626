CREATE TABLE "kitchen_files" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"text" text NOT NULL,
	"brought_at" timestamp with time zone NOT NULL,
	"begun_at" timestamp with time zone,
	"done_at" timestamp with time zone,
	"kitchens" integer NOT NULL,
	"seen_to" integer DEFAULT 0 NOT NULL,
	"taken_in" jsonb NOT NULL
);
--> statement-breakpoint
CREATE INDEX "kitchen_files_newest" ON "kitchen_files" USING btree ("brought_at" desc);