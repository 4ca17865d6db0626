ALTER TABLE "checkouts" ADD COLUMN "replaced_by" uuid;--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_replaced_by_checkouts_id_fk" FOREIGN KEY ("replaced_by") REFERENCES "public"."checkouts"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_replaced" ON "checkouts" USING btree ("replaced_by") WHERE "checkouts"."replaced_by" is not null;--> statement-breakpoint
CREATE INDEX "promotion_uses_paying" ON "promotion_uses" USING btree ("phone") WHERE "promotion_uses"."status" = 'Held' and "promotion_uses"."is_being_paid";