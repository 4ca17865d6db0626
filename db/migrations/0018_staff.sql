CREATE TABLE "kitchen_staff" (
	"vendor_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"ended_at" timestamp with time zone,
	"ended_by" uuid,
	CONSTRAINT "kitchen_staff_vendor_id_user_id_pk" PRIMARY KEY("vendor_id","user_id")
);
--> statement-breakpoint
ALTER TABLE "kitchen_staff" ADD CONSTRAINT "kitchen_staff_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "kitchen_staff" ADD CONSTRAINT "kitchen_staff_vendor" FOREIGN KEY ("vendor_id") REFERENCES "vendors" ("user_id");--> statement-breakpoint
CREATE INDEX "kitchen_staff_user" ON "kitchen_staff" USING btree ("user_id");