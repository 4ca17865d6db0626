CREATE TABLE "learned_speeds" (
	"vendor_id" uuid PRIMARY KEY NOT NULL,
	"speeds" jsonb NOT NULL,
	"learned_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "basis" jsonb;--> statement-breakpoint
ALTER TABLE "learned_speeds" ADD CONSTRAINT "learned_speeds_vendor_id_vendors_user_id_fk" FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE cascade ON UPDATE no action;