-- Who moved something is a role and an account, where there is one; open screens are told after the commit, by no table.
ALTER TABLE "order_history" DISABLE TRIGGER "order_history_append_only";
--> statement-breakpoint
ALTER TABLE "delivery_history" DISABLE TRIGGER "delivery_history_append_only";
--> statement-breakpoint
ALTER TABLE "payout_history" DISABLE TRIGGER "payout_history_append_only";
--> statement-breakpoint
ALTER TABLE "order_history" ADD COLUMN "role" text, ADD COLUMN "user_id" uuid;
--> statement-breakpoint
ALTER TABLE "delivery_history" ADD COLUMN "role" text, ADD COLUMN "user_id" uuid;
--> statement-breakpoint
ALTER TABLE "payout_history" ADD COLUMN "role" text, ADD COLUMN "user_id" uuid, ADD COLUMN "recorded_at" timestamp with time zone;
--> statement-breakpoint
UPDATE "order_history" SET "role" = CASE WHEN "actor" LIKE '%:%' THEN split_part("actor", ':', 1) WHEN "actor" = 'customer' THEN 'customer' ELSE 'system' END,
  "user_id" = CASE WHEN "actor" LIKE '%:%' THEN split_part("actor", ':', 2)::uuid END;
--> statement-breakpoint
UPDATE "delivery_history" SET "role" = CASE WHEN "actor" LIKE '%:%' THEN split_part("actor", ':', 1) ELSE 'system' END,
  "user_id" = CASE WHEN "actor" LIKE '%:%' THEN split_part("actor", ':', 2)::uuid END;
--> statement-breakpoint
UPDATE "payout_history" h SET "recorded_at" = h."moved_at",
  "role" = coalesce((SELECT u.role FROM "users" u WHERE u.email = h."actor"), 'system'),
  "user_id" = (SELECT u.id FROM "users" u WHERE u.email = h."actor");
--> statement-breakpoint
ALTER TABLE "order_history" ALTER COLUMN "role" SET NOT NULL, DROP COLUMN "actor";
--> statement-breakpoint
ALTER TABLE "delivery_history" ALTER COLUMN "role" SET NOT NULL, DROP COLUMN "actor";
--> statement-breakpoint
ALTER TABLE "payout_history" ALTER COLUMN "role" SET NOT NULL, ALTER COLUMN "recorded_at" SET NOT NULL, DROP COLUMN "actor";
--> statement-breakpoint
ALTER TABLE "order_history" ENABLE TRIGGER "order_history_append_only";
--> statement-breakpoint
ALTER TABLE "delivery_history" ENABLE TRIGGER "delivery_history_append_only";
--> statement-breakpoint
ALTER TABLE "payout_history" ENABLE TRIGGER "payout_history_append_only";
--> statement-breakpoint
ALTER TABLE "refunds" ADD COLUMN "asked_role" text;
--> statement-breakpoint
UPDATE "refunds" r SET "asked_role" = coalesce((SELECT u.role FROM "users" u WHERE u.email = r."asked_by"), 'system');
--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "asked_role" SET NOT NULL, ALTER COLUMN "asked_by" DROP DEFAULT, ALTER COLUMN "asked_by" DROP NOT NULL;
--> statement-breakpoint
ALTER TABLE "reconciliation_cases" ADD COLUMN "closed_role" text;
--> statement-breakpoint
UPDATE "reconciliation_cases" SET "closed_role" = CASE "closed_by" WHEN 'system' THEN 'system' ELSE 'admin' END WHERE "closed_by" IS NOT NULL;
--> statement-breakpoint
CREATE FUNCTION pg_temp.id_of(mail text) RETURNS uuid LANGUAGE sql AS $$ SELECT id FROM users WHERE email = mail $$;
--> statement-breakpoint
ALTER TABLE "refunds" ALTER COLUMN "asked_by" TYPE uuid USING pg_temp.id_of("asked_by");
--> statement-breakpoint
ALTER TABLE "reconciliation_cases" ALTER COLUMN "closed_by" TYPE uuid USING pg_temp.id_of("closed_by");
--> statement-breakpoint
ALTER TABLE "bank_settlements" ALTER COLUMN "recorded_by" TYPE uuid USING pg_temp.id_of("recorded_by");
--> statement-breakpoint
ALTER TABLE "review_cases" ALTER COLUMN "decided_by" TYPE uuid USING pg_temp.id_of("decided_by");
--> statement-breakpoint
ALTER TABLE "payout_transfers" ALTER COLUMN "asked_by" TYPE uuid USING pg_temp.id_of("asked_by");
--> statement-breakpoint
DROP TABLE "tracking_news";
--> statement-breakpoint
ALTER TABLE "notifications" DROP COLUMN "told_at";
