CREATE TABLE "message_counts" (
	"channel" text NOT NULL,
	"minute" timestamp with time zone NOT NULL,
	"count" integer NOT NULL,
	CONSTRAINT "message_counts_channel_minute_pk" PRIMARY KEY("channel","minute")
);
