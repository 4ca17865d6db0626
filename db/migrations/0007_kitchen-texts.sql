CREATE TABLE "kitchen_texts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY (sequence name "kitchen_texts_id_seq" INCREMENT BY 1 MINVALUE 1 MAXVALUE 9223372036854775807 START WITH 1 CACHE 1),
	"gateway_id" text NOT NULL,
	"vendor_id" uuid NOT NULL,
	"order_id" bigint,
	"text" text NOT NULL,
	"answer" text,
	"received_at" timestamp with time zone NOT NULL,
	CONSTRAINT "kitchen_texts_gateway_id_unique" UNIQUE("gateway_id")
);
--> statement-breakpoint
CREATE INDEX "kitchen_texts_of" ON "kitchen_texts" USING btree ("vendor_id","received_at");
