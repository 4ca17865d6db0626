CREATE TABLE "note_changes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "note_changes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"before" text,
	"after" text,
	"changed_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
DROP INDEX "notifications_once";--> statement-breakpoint
ALTER TABLE "note_changes" ADD CONSTRAINT "note_changes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "note_changes_order" ON "note_changes" USING btree ("order_id");--> statement-breakpoint
-- allows all that was allowed before: one kind of news more is left out of it
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","order_id") WHERE "notifications"."kind" not in ('order_refunded', 'no_rider', 'note_changed');