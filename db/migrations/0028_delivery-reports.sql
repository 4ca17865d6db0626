CREATE TABLE "sms_submissions" (
	"message_id" uuid NOT NULL,
	"round" integer NOT NULL,
	"gateway" text NOT NULL,
	"gateway_message_id" text,
	"submitted_at" timestamp with time zone NOT NULL,
	"segments" integer NOT NULL,
	"cost" numeric(12,2) NOT NULL,
	"cost_told" boolean DEFAULT false NOT NULL,
	"outcome" text,
	"reason" text,
	"reported_at" timestamp with time zone,
	"ask_at" timestamp with time zone,
	CONSTRAINT "sms_submissions_message_id_round_gateway_pk" PRIMARY KEY("message_id","round","gateway")
);
--> statement-breakpoint
ALTER TABLE "messages" ADD COLUMN "round" integer DEFAULT 1 NOT NULL;--> statement-breakpoint
ALTER TABLE "sms_submissions" ADD CONSTRAINT "sms_submissions_message_id_messages_id_fk" FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "sms_submissions_by_gateway_id" ON "sms_submissions" USING btree ("gateway","gateway_message_id");--> statement-breakpoint
CREATE INDEX "sms_submissions_to_ask" ON "sms_submissions" USING btree ("gateway","ask_at") WHERE "sms_submissions"."ask_at" is not null;--> statement-breakpoint
CREATE INDEX "sms_submissions_by_day" ON "sms_submissions" USING btree ("submitted_at");