ALTER TABLE "users" ADD COLUMN "admin_role" text;--> statement-breakpoint
-- Whoever was an admin could do everything.
UPDATE "users" SET "admin_role" = 'owner' WHERE "role" = 'admin';
