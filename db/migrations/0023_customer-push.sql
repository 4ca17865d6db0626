CREATE TABLE "checkout_devices" (
	"checkout_id" uuid NOT NULL,
	"subscription_id" uuid NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	CONSTRAINT "checkout_devices_checkout_id_subscription_id_pk" PRIMARY KEY("checkout_id","subscription_id")
);
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "user_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "push_subscriptions" ALTER COLUMN "session_id" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "beside" text;--> statement-breakpoint
ALTER TABLE "checkout_devices" ADD CONSTRAINT "checkout_devices_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "checkout_devices" ADD CONSTRAINT "checkout_devices_subscription_id_push_subscriptions_id_fk" FOREIGN KEY ("subscription_id") REFERENCES "public"."push_subscriptions"("id") ON DELETE cascade ON UPDATE cascade;--> statement-breakpoint
CREATE INDEX "checkout_devices_of" ON "checkout_devices" USING btree ("subscription_id");--> statement-breakpoint
CREATE INDEX "messages_beside" ON "messages" USING btree ("beside") WHERE "messages"."beside" is not null;
