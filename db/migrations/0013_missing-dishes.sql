CREATE TABLE "missing_dishes" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "missing_dishes_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"order_id" bigint NOT NULL,
	"item" integer NOT NULL,
	"quantity" integer NOT NULL,
	"price" numeric(12,2) NOT NULL,
	"dish" text NOT NULL,
	"name" text NOT NULL,
	"marked_by" uuid NOT NULL,
	"marked_at" timestamp with time zone NOT NULL,
	"answer_by" timestamp with time zone NOT NULL,
	"outcome" text,
	"closed_at" timestamp with time zone,
	"closed_role" text,
	"closed_by" uuid,
	"swap_name" text,
	"swap_price" numeric(12,2),
	"back" numeric(12,2) DEFAULT 0 NOT NULL
);
--> statement-breakpoint
ALTER TABLE "orders" ADD COLUMN "if_missing" text DEFAULT 'leave_out' NOT NULL;--> statement-breakpoint
ALTER TABLE "missing_dishes" ADD CONSTRAINT "missing_dishes_order_id_orders_id_fk" FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "missing_dishes_order" ON "missing_dishes" USING btree ("order_id");--> statement-breakpoint
CREATE INDEX "missing_dishes_waiting" ON "missing_dishes" USING btree ("answer_by") WHERE "missing_dishes"."outcome" is null;