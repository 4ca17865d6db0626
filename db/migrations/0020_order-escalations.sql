CREATE TABLE "order_escalations" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"reminded_at" timestamp with time zone,
	"called_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "order_escalations" ADD CONSTRAINT "order_escalations_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;