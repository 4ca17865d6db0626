CREATE TABLE "pay_links" (
	"checkout_id" uuid PRIMARY KEY NOT NULL,
	"token" text NOT NULL,
	"greeting" text NOT NULL,
	"made_at" timestamp with time zone NOT NULL,
	CONSTRAINT "pay_links_token_unique" UNIQUE("token")
);
--> statement-breakpoint
ALTER TABLE "pay_links" ADD CONSTRAINT "pay_links_checkout_id_checkouts_id_fk" FOREIGN KEY ("checkout_id") REFERENCES "public"."checkouts"("id") ON DELETE cascade ON UPDATE no action;