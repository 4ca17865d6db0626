CREATE TABLE "referrals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "referrals_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"promotion_id" bigint NOT NULL,
	"checkout_id" uuid NOT NULL,
	"friend_phone" text NOT NULL,
	"status" text DEFAULT 'Ordered' NOT NULL,
	"signs" text[],
	"reward_id" bigint,
	"ordered_at" timestamp with time zone NOT NULL,
	"moved_at" timestamp with time zone NOT NULL,
	CONSTRAINT "referrals_checkout_id_unique" UNIQUE("checkout_id"),
	CONSTRAINT "referrals_reward_id_unique" UNIQUE("reward_id")
);
--> statement-breakpoint
ALTER TABLE "group_orders" ADD COLUMN "most_each" numeric(12,2);--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "from_own_browser" boolean DEFAULT false NOT NULL;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "owner_phone" text;--> statement-breakpoint
ALTER TABLE "promotions" ADD COLUMN "for_phone" text;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_promotion_id_promotions_id_fk" FOREIGN KEY ("promotion_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_reward_id_promotions_id_fk" FOREIGN KEY ("reward_id") REFERENCES "public"."promotions"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "referrals_friend" ON "referrals" USING btree ("friend_phone") WHERE "referrals"."status" <> 'Fell away';--> statement-breakpoint
CREATE INDEX "referrals_promotion" ON "referrals" USING btree ("promotion_id","id");--> statement-breakpoint
CREATE INDEX "referrals_in_review" ON "referrals" USING btree ("id") WHERE "referrals"."status" = 'In review';--> statement-breakpoint
CREATE INDEX "promotions_offers" ON "promotions" USING btree ("for_phone") WHERE "promotions"."status" = 'Active' and "promotions"."code" is null;--> statement-breakpoint
ALTER TABLE "promotions" ADD CONSTRAINT "promotions_owner_phone_unique" UNIQUE("owner_phone");--> statement-breakpoint
ALTER TABLE "referrals" ADD CONSTRAINT "referrals_checkout_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE CASCADE;