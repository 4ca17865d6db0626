ALTER TABLE "delivery_history" ADD COLUMN "lost_step_key" text;--> statement-breakpoint
ALTER TABLE "delivery_history" ADD COLUMN "lost_pay" numeric(12,2);