CREATE TABLE "group_lines" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_lines_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_member_id" bigint NOT NULL,
	"dish_key" text NOT NULL,
	"name" text NOT NULL,
	"price" numeric(12,2) NOT NULL,
	"quantity" integer NOT NULL,
	"options" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"press" text DEFAULT '' NOT NULL,
	CONSTRAINT "group_lines_once" UNIQUE("group_member_id","dish_key")
);
--> statement-breakpoint
CREATE TABLE "group_members" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_members_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"group_order_id" bigint NOT NULL,
	"secret" text NOT NULL,
	"name" text NOT NULL,
	"is_starter" boolean DEFAULT false NOT NULL,
	"joined_at" timestamp with time zone NOT NULL,
	"left_at" timestamp with time zone,
	CONSTRAINT "group_members_secret_unique" UNIQUE("secret")
);
--> statement-breakpoint
CREATE TABLE "group_orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "group_orders_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"link_token" text NOT NULL,
	"vendor_id" uuid NOT NULL,
	"place_id" integer NOT NULL,
	"pays" text NOT NULL,
	"slot_from" timestamp with time zone,
	"choose_until" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	CONSTRAINT "group_orders_link_token_unique" UNIQUE("link_token")
);
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "group_member_id" bigint;--> statement-breakpoint
ALTER TABLE "group_lines" ADD CONSTRAINT "group_lines_group_member_id_group_members_id_fk" FOREIGN KEY ("group_member_id") REFERENCES "public"."group_members"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_members" ADD CONSTRAINT "group_members_group_order_id_group_orders_id_fk" FOREIGN KEY ("group_order_id") REFERENCES "public"."group_orders"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "group_orders" ADD CONSTRAINT "group_orders_place_id_places_id_fk" FOREIGN KEY ("place_id") REFERENCES "public"."places"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE UNIQUE INDEX "group_members_name" ON "group_members" USING btree ("group_order_id",lower("name")) WHERE "group_members"."left_at" is null;--> statement-breakpoint
CREATE INDEX "group_orders_choose_until" ON "group_orders" USING btree ("choose_until");--> statement-breakpoint
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_group_member_id_group_members_id_fk" FOREIGN KEY ("group_member_id") REFERENCES "public"."group_members"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "checkouts_group_member" ON "checkouts" USING btree ("group_member_id") WHERE "checkouts"."group_member_id" is not null;