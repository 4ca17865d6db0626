CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"revenue" numeric(12,2) NOT NULL,
	"deliveries" integer NOT NULL,
	"deliveries_in_time" integer NOT NULL
);
--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'Failed';--> statement-breakpoint
CREATE INDEX "order_history_moved" ON "order_history" USING btree ("moved_at","verb");--> statement-breakpoint
CREATE INDEX "orders_customer_phone" ON "orders" USING btree ("customer_phone","id" desc);--> statement-breakpoint
CREATE INDEX "orders_customer_mail" ON "orders" USING btree (lower("user_email"),"id" desc);--> statement-breakpoint
CREATE INDEX "journals_recorded" ON "journals" USING btree ("recorded_at");--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'Failed';--> statement-breakpoint
-- What an order's dishes are called, without accents and capitals: what its search looks through.
CREATE FUNCTION dish_names(items jsonb) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.search_text(coalesce(string_agg(item ->> 'name', E'\n'), '')) FROM jsonb_array_elements(items) item
$$;
--> statement-breakpoint
CREATE INDEX "orders_search" ON "orders" USING gin (dish_names("items") gin_trgm_ops);
