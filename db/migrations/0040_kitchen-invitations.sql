CREATE TABLE "kitchen_invitations" (
	"vendor_id" uuid NOT NULL,
	"phone" text NOT NULL,
	"name" text NOT NULL,
	"role" text NOT NULL,
	"invited_by" uuid NOT NULL,
	"invited_at" timestamp with time zone NOT NULL,
	"texts" integer NOT NULL,
	"sent_at" timestamp with time zone NOT NULL,
	"token_hash" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"joined_at" timestamp with time zone,
	"joined_id" uuid,
	"declined_at" timestamp with time zone,
	"withdrawn_at" timestamp with time zone,
	CONSTRAINT "kitchen_invitations_vendor_id_phone_pk" PRIMARY KEY("vendor_id","phone"),
	CONSTRAINT "kitchen_invitations_token_hash_unique" UNIQUE("token_hash")
);
