-- A checkout may have one promotion off its dishes and one off its delivery.
ALTER TABLE "promotion_uses" DROP CONSTRAINT "promotion_uses_pkey";--> statement-breakpoint
ALTER TABLE "promotions" ALTER COLUMN "code" DROP NOT NULL;--> statement-breakpoint
-- allows all that was allowed before: one promotion for a checkout
ALTER TABLE "promotion_uses" ADD CONSTRAINT "promotion_uses_checkout_id_promotion_id_pk" PRIMARY KEY("checkout_id","promotion_id");--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "days" integer[];--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "hours_from" integer;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "hours_until" integer;--> statement-breakpoint
-- Public pages show offers; holding and counting their uses changes no row here.
CREATE TRIGGER promotions_tell AFTER INSERT OR UPDATE OR DELETE ON "promotions"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
