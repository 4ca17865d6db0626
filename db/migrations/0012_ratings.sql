CREATE TABLE "ratings" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"vendor_id" uuid NOT NULL,
	"rider_id" uuid,
	"food" integer NOT NULL,
	"delivery" integer NOT NULL,
	"line" text,
	"first_name" text NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
ALTER TABLE "vendors" ADD COLUMN "rating_count" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ratings_vendor" ON "ratings" USING btree ("vendor_id","order_id" desc);--> statement-breakpoint
CREATE INDEX "ratings_rider" ON "ratings" USING btree ("rider_id");
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_stars" CHECK ("food" BETWEEN 1 AND 5 AND "delivery" BETWEEN 1 AND 5);
