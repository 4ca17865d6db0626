ALTER TABLE "orders" ADD COLUMN "vendor_promotion" numeric(12,2) DEFAULT 0 NOT NULL CONSTRAINT "orders_vendor_promotion"
  CHECK ("vendor_promotion" >= 0);--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "vendor_bears_discount" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "vendor_id" uuid;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;