ALTER TABLE "order_promises" ADD COLUMN "told_until" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "told_later_at" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "later_because" text;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "judged_at" timestamp with time zone;--> statement-breakpoint
-- What was promised before this release was promised without this rule: it counts as judged.
UPDATE "order_promises" SET "judged_at" = now();--> statement-breakpoint
CREATE INDEX "order_promises_unjudged" ON "order_promises" USING btree ("first_promised_until") WHERE "order_promises"."judged_at" is null;
