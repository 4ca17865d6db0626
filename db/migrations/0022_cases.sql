CREATE TABLE "case_notes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "case_notes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"case_id" bigint NOT NULL,
	"text" text NOT NULL,
	"written_by" uuid NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"request_key" uuid NOT NULL,
	CONSTRAINT "case_notes_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
CREATE TABLE "cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "cases_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"subject_kind" text NOT NULL,
	"subject_id" text NOT NULL,
	"title" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"assignee_id" uuid,
	"due_at" timestamp with time zone,
	"opened_by" uuid NOT NULL,
	"opened_at" timestamp with time zone NOT NULL,
	"request_key" uuid NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "cases_request_key_unique" UNIQUE("request_key")
);
--> statement-breakpoint
ALTER TABLE "case_notes" ADD CONSTRAINT "case_notes_case_id_cases_id_fk" FOREIGN KEY ("case_id") REFERENCES "public"."cases"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "cases" ADD CONSTRAINT "cases_assignee_id_users_id_fk" FOREIGN KEY ("assignee_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "case_notes_case" ON "case_notes" USING btree ("case_id","id");--> statement-breakpoint
CREATE INDEX "case_notes_written" ON "case_notes" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "cases_open" ON "cases" USING btree ("id") WHERE "cases"."status" = 'Open';--> statement-breakpoint
CREATE INDEX "cases_subject" ON "cases" USING btree ("subject_kind","subject_id","id" desc);--> statement-breakpoint
CREATE INDEX "cases_closed" ON "cases" USING btree ("closed_at") WHERE "cases"."closed_at" is not null;--> statement-breakpoint
CREATE INDEX "cases_search" ON "cases" USING gin (search_text("title") gin_trgm_ops);--> statement-breakpoint
CREATE INDEX "case_notes_search" ON "case_notes" USING gin (search_text("text") gin_trgm_ops);
