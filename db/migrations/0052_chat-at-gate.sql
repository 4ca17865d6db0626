CREATE TABLE "chat_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "chat_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"partner" text NOT NULL,
	"from_role" text NOT NULL,
	"from_id" uuid,
	"text" text NOT NULL,
	"written_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone,
	"sms_at" timestamp with time zone
);
--> statement-breakpoint
-- older code lives with this: it names no index in its "on conflict do nothing", and gets the wider one back below
DROP INDEX "notifications_once";--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "at_gate_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "chat_lines" ADD CONSTRAINT "chat_lines_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "chat_lines_order" ON "chat_lines" USING btree ("order_id","id");--> statement-breakpoint
CREATE INDEX "chat_lines_written" ON "chat_lines" USING btree ("written_at");--> statement-breakpoint
CREATE INDEX "chat_lines_waiting" ON "chat_lines" USING btree ("id") WHERE "chat_lines"."read_at" is null and "chat_lines"."partner" = 'desk' and "chat_lines"."from_role" = 'customer';--> statement-breakpoint
-- allows all that was allowed before: one kind of news more is left out of it
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","order_id") WHERE "notifications"."kind" not in ('order_refunded', 'no_rider', 'note_changed', 'chat');