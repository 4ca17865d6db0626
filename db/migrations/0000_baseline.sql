-- Search that forgives spelling: trigrams over names without accents and capitals.
CREATE EXTENSION IF NOT EXISTS pg_trgm;
--> statement-breakpoint
CREATE EXTENSION IF NOT EXISTS unaccent;
--> statement-breakpoint
CREATE FUNCTION search_text(value text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT lower(public.unaccent('public.unaccent'::regdictionary, value))
$$;
--> statement-breakpoint
-- What an order's dishes are called. The planner is told what it costs to read them: it would rather walk through
-- thousands of rows than ask the index.
CREATE FUNCTION dish_names(items jsonb) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT COST 2000 AS $$
  SELECT public.search_text(coalesce(string_agg(item ->> 'name', E'\n'), '')) FROM jsonb_array_elements(items) item
$$;
--> statement-breakpoint
-- What an order is found by: its dishes and its customer. One index holds both.
CREATE FUNCTION order_words(items jsonb, customer_name text) RETURNS text
  LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.dish_names(items) || E'\n' || public.search_text(customer_name)
$$;
--> statement-breakpoint
CREATE TABLE "account_lookups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"asked_for" text NOT NULL,
	"account_name" text,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "account_months" (
	"month" text NOT NULL,
	"account" text NOT NULL,
	"debits" numeric(18,2) NOT NULL,
	"credits" numeric(18,2) NOT NULL,
	CONSTRAINT "account_months_month_account_pk" PRIMARY KEY("month","account")
);
--> statement-breakpoint
CREATE TABLE "audit_log" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" uuid,
	"actor" text NOT NULL,
	"action" text NOT NULL,
	"subject" text NOT NULL,
	"before" jsonb,
	"after" jsonb,
	"reason" text,
	"acted_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "bank_settlements" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"settled_on" date NOT NULL,
	"recorded_by" uuid NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "bank_settlements_once" UNIQUE("provider","reference")
);
--> statement-breakpoint
CREATE TABLE "checkouts" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"tx_ref" text NOT NULL,
	"link_token" text NOT NULL,
	"idempotency_key" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"first_name" text NOT NULL,
	"last_name" text NOT NULL,
	"email" text NOT NULL,
	"phone" text NOT NULL,
	"address" text NOT NULL,
	"note" text,
	"latitude" double precision,
	"longitude" double precision,
	"lines" jsonb NOT NULL,
	"subtotal" numeric(12,2) NOT NULL,
	"delivery_fee" numeric(12,2) NOT NULL,
	"total" numeric(12,2) NOT NULL,
	"waived" numeric(12,2) DEFAULT 0 NOT NULL,
	"currency" text DEFAULT 'NGN' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"wait_accepted_at" timestamp with time zone,
	"payment_started_at" timestamp with time zone,
	"payable_until" timestamp with time zone,
	"paid_at" timestamp with time zone,
	"next_check_at" timestamp with time zone,
	"checks" integer DEFAULT 0 NOT NULL,
	"last_charge_status" text,
	"open_attempt" jsonb,
	CONSTRAINT "checkouts_tx_ref_unique" UNIQUE("tx_ref"),
	CONSTRAINT "checkouts_link_token_unique" UNIQUE("link_token"),
	CONSTRAINT "checkouts_idempotency_key_unique" UNIQUE("idempotency_key")
);
--> statement-breakpoint
CREATE TABLE "credentials" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"provider_id" text NOT NULL,
	"account_id" text NOT NULL,
	"password" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "daily_figures" (
	"day" date PRIMARY KEY NOT NULL,
	"orders" integer NOT NULL,
	"revenue" numeric(12,2) NOT NULL,
	"own_revenue" numeric(12,2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "deliveries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"order_id" bigint NOT NULL,
	"status" text DEFAULT 'Waiting' NOT NULL,
	"rider_id" uuid,
	"offer_id" bigint,
	"pay" numeric(12,2),
	"created_at" timestamp with time zone NOT NULL,
	"alarmed_at" timestamp with time zone,
	"assigned_at" timestamp with time zone,
	"at_vendor_at" timestamp with time zone,
	"picked_up_at" timestamp with time zone,
	"closed_at" timestamp with time zone,
	"packs" integer,
	"step_key" text,
	"no_pin_reason" text,
	"no_pin_photo" text,
	"no_pin_seen_at" timestamp with time zone,
	"payout_id" bigint,
	CONSTRAINT "deliveries_order_id_unique" UNIQUE("order_id")
);
--> statement-breakpoint
CREATE TABLE "delivery_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"delivery_id" bigint NOT NULL,
	"rider_id" uuid
);
--> statement-breakpoint
CREATE TABLE "food" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"vendor_id" uuid NOT NULL,
	"name" text NOT NULL,
	"description" text,
	"price" numeric(12,2) NOT NULL,
	"food_image" text,
	"section" text DEFAULT 'Menu' NOT NULL,
	"position" integer DEFAULT 0 NOT NULL,
	"sold_out_until" timestamp with time zone,
	"option_groups" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "geocodes" (
	"key" text PRIMARY KEY NOT NULL,
	"display_name" text,
	"latitude" double precision,
	"longitude" double precision,
	"fetched_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journal_entries" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"journal_id" bigint NOT NULL,
	"account" text NOT NULL,
	"amount" numeric(12,2) NOT NULL
);
--> statement-breakpoint
CREATE TABLE "journals" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"kind" text NOT NULL,
	"subject" text NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "journals_once" UNIQUE("kind","subject")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "landmarks" (
	"name" text PRIMARY KEY NOT NULL,
	"latitude" double precision NOT NULL,
	"longitude" double precision NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"position" integer NOT NULL
);
--> statement-breakpoint
CREATE TABLE "mail_links" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"purpose" text NOT NULL,
	"email" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL,
	"handled_at" timestamp with time zone,
	"user_id" uuid,
	"token_hash" text,
	"expires_at" timestamp with time zone,
	"used_at" timestamp with time zone,
	CONSTRAINT "mail_links_token_hash_unique" UNIQUE("token_hash")
);
--> statement-breakpoint
CREATE TABLE "messages" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"channel" text NOT NULL,
	"dedupe_key" text NOT NULL,
	"recipient" text NOT NULL,
	"subject" text,
	"body" text NOT NULL,
	"html" text,
	"dispensable" boolean DEFAULT false NOT NULL,
	"status" text DEFAULT 'Queued' NOT NULL,
	"attempts" integer DEFAULT 0 NOT NULL,
	"round" integer DEFAULT 1 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"gateway" text,
	"refused_by" text,
	"gateway_message_id" text,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"sent_at" timestamp with time zone,
	"admitted_at" timestamp with time zone,
	"held_at" timestamp with time zone,
	"held_by" text,
	"expires_at" timestamp with time zone,
	CONSTRAINT "messages_dedupe_key_unique" UNIQUE("dedupe_key")
);
--> statement-breakpoint
CREATE TABLE "notifications" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"text" text NOT NULL,
	"order_id" bigint,
	"offer_id" bigint,
	"created_at" timestamp with time zone NOT NULL,
	"read_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "offer_deliveries" (
	"offer_id" bigint NOT NULL,
	"delivery_id" bigint NOT NULL,
	"position" integer NOT NULL,
	"pay" numeric(12,2) NOT NULL,
	CONSTRAINT "offer_deliveries_offer_id_delivery_id_pk" PRIMARY KEY("offer_id","delivery_id")
);
--> statement-breakpoint
CREATE TABLE "offers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"rider_id" uuid NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"offered_at" timestamp with time zone NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"answered_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_escalations" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"reminded_at" timestamp with time zone,
	"called_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "order_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"order_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "order_keys" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"track_token" text NOT NULL,
	"pin" text NOT NULL,
	"pin_failures" integer DEFAULT 0 NOT NULL,
	"pin_paused_until" timestamp with time zone,
	CONSTRAINT "order_keys_track_token_unique" UNIQUE("track_token")
);
--> statement-breakpoint
CREATE TABLE "order_promises" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"promised_from" timestamp with time zone NOT NULL,
	"promised_until" timestamp with time zone NOT NULL,
	"first_promised_from" timestamp with time zone NOT NULL,
	"first_promised_until" timestamp with time zone NOT NULL,
	"made_without_rider" boolean DEFAULT false NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "orders" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"vendor_id" uuid NOT NULL,
	"checkout_id" uuid NOT NULL,
	"user_email" text NOT NULL,
	"customer_name" text NOT NULL,
	"customer_phone" text NOT NULL,
	"customer_address" text NOT NULL,
	"customer_note" text,
	"customer_latitude" double precision,
	"customer_longitude" double precision,
	"items" jsonb NOT NULL,
	"total_price" numeric(12,2) NOT NULL,
	"delivery_fee" numeric(12,2) NOT NULL,
	"grand_total" numeric(12,2) NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"payment_reference" text NOT NULL,
	"commission" numeric(12,2) DEFAULT 0 NOT NULL,
	"vendor_share" numeric(12,2) NOT NULL,
	"ready_by" timestamp with time zone,
	"payout_id" bigint
);
--> statement-breakpoint
CREATE TABLE "payments" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"provider" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"tx_ref" text NOT NULL,
	"checkout_id" uuid,
	"amount" numeric(12,2) NOT NULL,
	"currency" text NOT NULL,
	"provider_fee" numeric(12,2),
	"payment_type" text NOT NULL,
	"purpose" text NOT NULL,
	"provider_created_at" timestamp with time zone,
	"recorded_at" timestamp with time zone NOT NULL,
	CONSTRAINT "payments_provider_transaction" UNIQUE("provider","provider_transaction_id")
);
--> statement-breakpoint
CREATE TABLE "payout_history" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"verb" text NOT NULL,
	"from_status" text,
	"to_status" text NOT NULL,
	"role" text NOT NULL,
	"user_id" uuid,
	"reason" text,
	"moved_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"payout_id" bigint NOT NULL
);
--> statement-breakpoint
CREATE TABLE "payout_transfers" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"payout_id" bigint NOT NULL,
	"provider" text NOT NULL,
	"reference" text NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text NOT NULL,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL,
	"provider_transfer_id" text,
	"status" text DEFAULT 'Asked' NOT NULL,
	"fee" numeric(12,2),
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	"asked_by" uuid NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	CONSTRAINT "payout_transfers_reference_unique" UNIQUE("reference")
);
--> statement-breakpoint
CREATE TABLE "payouts" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"vendor_id" uuid,
	"rider_id" uuid,
	"amount" numeric(12,2) NOT NULL,
	"taken_off" numeric(12,2) DEFAULT 0 NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"bank_name" text NOT NULL,
	"bank_code" text,
	"account_number" text NOT NULL,
	"account_name" text NOT NULL,
	"approved_by" uuid,
	"approved_at" timestamp with time zone,
	"paid_by" text,
	"bank_reference" text,
	"paid_on" date,
	"closed_at" timestamp with time zone,
	CONSTRAINT "payouts_one_payee" CHECK (num_nonnulls("payouts"."vendor_id", "payouts"."rider_id") = 1)
);
--> statement-breakpoint
CREATE TABLE "provider_events" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"provider" text NOT NULL,
	"event_key" text NOT NULL,
	"body" text NOT NULL,
	"received_at" timestamp with time zone NOT NULL,
	"consumed_at" timestamp with time zone,
	"outcome" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	CONSTRAINT "provider_events_once" UNIQUE("provider","event_key")
);
--> statement-breakpoint
CREATE TABLE "provider_lists" (
	"provider" text PRIMARY KEY NOT NULL,
	"read_at" timestamp with time zone,
	"error" text,
	"error_at" timestamp with time zone,
	"next_read_at" timestamp with time zone NOT NULL,
	"comparing_from" text,
	"compare_started_at" timestamp with time zone,
	"compare_list" text,
	"compare_page" integer DEFAULT 1 NOT NULL,
	"compare_pages" integer,
	"next_compare_at" timestamp with time zone NOT NULL,
	"compared_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "provider_refunds" (
	"provider" text NOT NULL,
	"provider_refund_id" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"status" text NOT NULL,
	"comment" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_refunds_provider_provider_refund_id_pk" PRIMARY KEY("provider","provider_refund_id")
);
--> statement-breakpoint
CREATE TABLE "provider_transactions" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"provider" text NOT NULL,
	"provider_transaction_id" text NOT NULL,
	"tx_ref" text NOT NULL,
	"customer_email" text NOT NULL,
	"amount" numeric(12,2) NOT NULL,
	"currency" text NOT NULL,
	"status" text NOT NULL,
	"provider_fee" numeric(12,2),
	"payment_type" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	CONSTRAINT "provider_transactions_once" UNIQUE("provider","provider_transaction_id")
);
--> statement-breakpoint
CREATE TABLE "push_subscriptions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"session_id" uuid NOT NULL,
	"endpoint" text NOT NULL,
	"p256dh" text NOT NULL,
	"auth" text NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"last_used_at" timestamp with time zone,
	CONSTRAINT "push_subscriptions_endpoint_unique" UNIQUE("endpoint")
);
--> statement-breakpoint
CREATE TABLE "quiet_numbers" (
	"phone" text PRIMARY KEY NOT NULL,
	"since" timestamp with time zone NOT NULL,
	"asked_by" text NOT NULL
);
--> statement-breakpoint
CREATE TABLE "ratings" (
	"order_id" bigint PRIMARY KEY NOT NULL,
	"vendor_id" uuid NOT NULL,
	"rider_id" uuid,
	"food" integer NOT NULL,
	"delivery" integer NOT NULL,
	"line" text,
	"first_name" text NOT NULL,
	"rated_at" timestamp with time zone NOT NULL,
	"hidden_at" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "reconciliation_cases" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"provider" text NOT NULL,
	"provider_number" text NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"tx_ref" text,
	"ours" jsonb,
	"theirs" jsonb,
	"found_at" timestamp with time zone NOT NULL,
	"seen_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	"closed_role" text,
	"closed_by" uuid,
	"outcome" text,
	CONSTRAINT "reconciliation_cases_once" UNIQUE("provider","provider_number","kind")
);
--> statement-breakpoint
CREATE TABLE "recorded_steps" (
	"id" uuid PRIMARY KEY NOT NULL,
	"delivery_id" bigint NOT NULL,
	"rider_id" uuid NOT NULL,
	"verb" text NOT NULL,
	"happened_at" timestamp with time zone NOT NULL,
	"recorded_at" timestamp with time zone NOT NULL,
	"outcome" text NOT NULL,
	"details" jsonb
);
--> statement-breakpoint
CREATE TABLE "refunds" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"order_id" bigint,
	"amount" numeric(12,2) NOT NULL,
	"delivery_fee" numeric(12,2) DEFAULT 0 NOT NULL,
	"reason" text NOT NULL,
	"borne_by" text DEFAULT 'vendor' NOT NULL,
	"lines" jsonb,
	"explanation" text,
	"asked_role" text NOT NULL,
	"asked_by" uuid,
	"request_key" text,
	"status" text DEFAULT 'Asked' NOT NULL,
	"provider_refund_id" text,
	"attempts" integer DEFAULT 0 NOT NULL,
	"next_attempt_at" timestamp with time zone,
	"last_error" text,
	"created_at" timestamp with time zone NOT NULL,
	"done_at" timestamp with time zone,
	"round" integer DEFAULT 1 NOT NULL,
	"round_at" timestamp with time zone,
	"possible_refund_id" text,
	"ruled_out" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"bank_reference" text,
	CONSTRAINT "refunds_request" UNIQUE("request_key","order_id")
);
--> statement-breakpoint
CREATE TABLE "registration_drafts" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"step" integer DEFAULT 0 NOT NULL,
	"fields" jsonb NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "review_cases" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"payment_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"status" text DEFAULT 'Open' NOT NULL,
	"decision" text,
	"decided_by" uuid,
	"reason" text,
	"created_at" timestamp with time zone NOT NULL,
	"closed_at" timestamp with time zone,
	CONSTRAINT "review_cases_payment_id_unique" UNIQUE("payment_id")
);
--> statement-breakpoint
CREATE TABLE "riders" (
	"user_id" uuid PRIMARY KEY NOT NULL,
	"id" bigint GENERATED ALWAYS AS IDENTITY,
	"email" text NOT NULL,
	"status" text DEFAULT 'Pending' NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"name" text,
	"phone" text,
	"vehicle" text,
	"profile_photo" text,
	"landmark" text,
	"bank_name" text,
	"bank_code" text,
	"account_number" text,
	"account_name" text,
	"bank_changed_at" timestamp with time zone,
	"submitted_at" timestamp with time zone,
	"rejected_reason" text,
	"suspended_reason" text,
	"on_duty_since" timestamp with time zone,
	"latitude" double precision,
	"longitude" double precision,
	"located_at" timestamp with time zone,
	"seen_at" timestamp with time zone,
	CONSTRAINT "riders_id_unique" UNIQUE("id")
);
--> statement-breakpoint
CREATE TABLE "sessions" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"token" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"ip_address" text,
	"user_agent" text,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "sessions_token_unique" UNIQUE("token")
);
--> statement-breakpoint
CREATE TABLE "settings" (
	"key" text PRIMARY KEY NOT NULL,
	"value" jsonb NOT NULL,
	"updated_at" timestamp with time zone DEFAULT now() NOT NULL
);
--> statement-breakpoint
CREATE TABLE "sign_in_attempts" (
	"account" text NOT NULL,
	"address" text NOT NULL,
	"failures" integer NOT NULL,
	"attempted_at" timestamp with time zone NOT NULL,
	"blocked_until" timestamp with time zone NOT NULL,
	"succeeded_at" timestamp with time zone,
	CONSTRAINT "sign_in_attempts_account_address_pk" PRIMARY KEY("account","address")
);
--> statement-breakpoint
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
CREATE TABLE "two_factors" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"secret" text NOT NULL,
	"backup_codes" text NOT NULL,
	"verified" boolean DEFAULT false NOT NULL,
	"failed_verification_count" integer DEFAULT 0 NOT NULL,
	"locked_until" timestamp with time zone
);
--> statement-breakpoint
CREATE TABLE "uploads" (
	"address" text PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"uploaded_at" timestamp with time zone NOT NULL,
	"kept_since" timestamp with time zone,
	"let_go_at" timestamp with time zone,
	"is_blank" boolean DEFAULT false NOT NULL
);
--> statement-breakpoint
CREATE TABLE "used_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"forget_at" timestamp with time zone,
	CONSTRAINT "used_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"email" text NOT NULL,
	"name" text DEFAULT '' NOT NULL,
	"role" text,
	"email_verified" boolean DEFAULT false NOT NULL,
	"image" text,
	"two_factor_enabled" boolean DEFAULT false NOT NULL,
	"suspended_at" timestamp with time zone,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL,
	CONSTRAINT "users_email_unique" UNIQUE("email")
);
--> statement-breakpoint
CREATE TABLE "vendors" (
	"id" bigint PRIMARY KEY GENERATED ALWAYS AS IDENTITY,
	"user_id" uuid NOT NULL,
	"email" text NOT NULL,
	"name" text,
	"profile_photo" text,
	"landmark" text,
	"address" text,
	"phone" text,
	"opening_hours" text,
	"delivery_time" text,
	"rating" numeric(2, 1),
	"rating_count" integer DEFAULT 0 NOT NULL,
	"avg_price" numeric(12,2),
	"category" text,
	"description" text,
	"bank_name" text,
	"bank_code" text,
	"account_number" text,
	"account_name" text,
	"status" text DEFAULT 'Pending' NOT NULL,
	"created_at" timestamp with time zone DEFAULT now() NOT NULL,
	"latitude" double precision,
	"longitude" double precision,
	"week_hours" jsonb,
	"hours_exceptions" jsonb DEFAULT '[]'::jsonb NOT NULL,
	"paused_until" timestamp with time zone,
	"preparation_minutes" integer DEFAULT 15 NOT NULL,
	"commission_percent" numeric(5, 2),
	"bank_changed_at" timestamp with time zone,
	"suspended_reason" text,
	"unlocked_at" timestamp with time zone,
	CONSTRAINT "vendors_user_id_unique" UNIQUE("user_id")
);
--> statement-breakpoint
CREATE TABLE "verifications" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"identifier" text NOT NULL,
	"value" text NOT NULL,
	"expires_at" timestamp with time zone NOT NULL,
	"created_at" timestamp with time zone NOT NULL,
	"updated_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "account_lookups" ADD CONSTRAINT "account_lookups_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "credentials" ADD CONSTRAINT "credentials_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_rider_id_riders_user_id_fk"
	FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "delivery_history" ADD CONSTRAINT "delivery_history_delivery_id_deliveries_id_fk"
	FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "food" ADD CONSTRAINT "food_vendor_id_vendors_user_id_fk"
	FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "journal_entries" ADD CONSTRAINT "journal_entries_journal_id_journals_id_fk"
	FOREIGN KEY ("journal_id") REFERENCES "public"."journals"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "mail_links" ADD CONSTRAINT "mail_links_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_deliveries" ADD CONSTRAINT "offer_deliveries_offer_id_offers_id_fk"
	FOREIGN KEY ("offer_id") REFERENCES "public"."offers"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offer_deliveries" ADD CONSTRAINT "offer_deliveries_delivery_id_deliveries_id_fk"
	FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "offers" ADD CONSTRAINT "offers_rider_id_riders_user_id_fk"
	FOREIGN KEY ("rider_id") REFERENCES "public"."riders"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_escalations" ADD CONSTRAINT "order_escalations_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_history" ADD CONSTRAINT "order_history_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "order_promises" ADD CONSTRAINT "order_promises_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_history" ADD CONSTRAINT "payout_history_payout_id_payouts_id_fk"
	FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "payout_transfers" ADD CONSTRAINT "payout_transfers_payout_id_payouts_id_fk"
	FOREIGN KEY ("payout_id") REFERENCES "public"."payouts"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "push_subscriptions" ADD CONSTRAINT "push_subscriptions_session_id_sessions_id_fk"
	FOREIGN KEY ("session_id") REFERENCES "public"."sessions"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_order_id_orders_id_fk"
	FOREIGN KEY ("order_id") REFERENCES "public"."orders"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_vendor_id_vendors_user_id_fk"
	FOREIGN KEY ("vendor_id") REFERENCES "public"."vendors"("user_id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "recorded_steps" ADD CONSTRAINT "recorded_steps_delivery_id_deliveries_id_fk"
	FOREIGN KEY ("delivery_id") REFERENCES "public"."deliveries"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_payment_id_payments_id_fk"
	FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "review_cases" ADD CONSTRAINT "review_cases_payment_id_payments_id_fk"
	FOREIGN KEY ("payment_id") REFERENCES "public"."payments"("id") ON DELETE no action ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "riders" ADD CONSTRAINT "riders_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sessions" ADD CONSTRAINT "sessions_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "sms_submissions" ADD CONSTRAINT "sms_submissions_message_id_messages_id_fk"
	FOREIGN KEY ("message_id") REFERENCES "public"."messages"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "two_factors" ADD CONSTRAINT "two_factors_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
ALTER TABLE "used_codes" ADD CONSTRAINT "used_codes_user_id_users_id_fk"
	FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;
--> statement-breakpoint
CREATE INDEX "account_lookups_asked_at" ON "account_lookups" USING btree ("asked_at");
--> statement-breakpoint
CREATE INDEX "audit_log_subject" ON "audit_log" USING btree ("subject","id" desc);
--> statement-breakpoint
CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id" desc);
--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id" desc);
--> statement-breakpoint
CREATE INDEX "audit_log_user" ON "audit_log" USING btree ("user_id","id" desc);
--> statement-breakpoint
CREATE INDEX "checkouts_due" ON "checkouts" USING btree ("next_check_at") WHERE "checkouts"."next_check_at" is not null;
--> statement-breakpoint
CREATE INDEX "checkouts_unpaid" ON "checkouts" USING btree ("created_at") WHERE "checkouts"."status" <> 'Paid';
--> statement-breakpoint
CREATE INDEX "credentials_user" ON "credentials" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "deliveries_open" ON "deliveries"
	USING btree ("id") WHERE "deliveries"."status" not in ('Delivered', 'Cancelled');
--> statement-breakpoint
CREATE INDEX "deliveries_rider" ON "deliveries" USING btree ("rider_id","id" desc);
--> statement-breakpoint
CREATE INDEX "deliveries_unpaid" ON "deliveries"
	USING btree ("rider_id") WHERE "deliveries"."status" = 'Delivered' and "deliveries"."payout_id" is null;
--> statement-breakpoint
CREATE INDEX "deliveries_delivered" ON "deliveries" USING btree ("closed_at") WHERE "deliveries"."status" = 'Delivered';
--> statement-breakpoint
CREATE INDEX "deliveries_without_pin" ON "deliveries"
	USING btree ("closed_at") WHERE "deliveries"."no_pin_reason" is not null and "deliveries"."no_pin_seen_at" is null;
--> statement-breakpoint
CREATE INDEX "deliveries_offer" ON "deliveries" USING btree ("offer_id") WHERE "deliveries"."offer_id" is not null;
--> statement-breakpoint
CREATE INDEX "deliveries_payout" ON "deliveries" USING btree ("payout_id") WHERE "deliveries"."payout_id" is not null;
--> statement-breakpoint
CREATE INDEX "delivery_history_delivery" ON "delivery_history" USING btree ("delivery_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "food_vendor_name" ON "food" USING btree ("vendor_id",lower("name"));
--> statement-breakpoint
CREATE INDEX "journal_entries_journal" ON "journal_entries" USING btree ("journal_id");
--> statement-breakpoint
CREATE INDEX "journal_entries_account" ON "journal_entries" USING btree ("account");
--> statement-breakpoint
CREATE INDEX "journals_recorded" ON "journals" USING btree ("recorded_at");
--> statement-breakpoint
CREATE INDEX "mail_links_due" ON "mail_links" USING btree ("asked_at") WHERE "mail_links"."handled_at" is null;
--> statement-breakpoint
CREATE INDEX "mail_links_email" ON "mail_links" USING btree ("email","asked_at");
--> statement-breakpoint
CREATE INDEX "messages_due" ON "messages"
	USING btree ("channel","next_attempt_at") WHERE "messages"."status" = 'Queued';
--> statement-breakpoint
CREATE INDEX "messages_newest" ON "messages" USING btree ("created_at" desc,"id" desc);
--> statement-breakpoint
CREATE INDEX "messages_failed" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'Failed';
--> statement-breakpoint
CREATE INDEX "messages_held" ON "messages" USING btree ("created_at") WHERE "messages"."status" = 'Held';
--> statement-breakpoint
CREATE INDEX "messages_held_at" ON "messages" USING btree ("held_at") WHERE "messages"."held_at" is not null;
--> statement-breakpoint
CREATE INDEX "messages_admitted" ON "messages" USING btree ("channel","admitted_at");
--> statement-breakpoint
CREATE INDEX "messages_to_empty" ON "messages" USING btree ("created_at") WHERE "messages"."recipient" <> '';
--> statement-breakpoint
CREATE INDEX "messages_to" ON "messages" USING btree ("recipient","admitted_at");
--> statement-breakpoint
CREATE INDEX "notifications_latest" ON "notifications" USING btree ("user_id","id" desc);
--> statement-breakpoint
CREATE INDEX "notifications_unread" ON "notifications" USING btree ("user_id") WHERE "notifications"."read_at" is null;
--> statement-breakpoint
CREATE INDEX "notifications_unread_of_order" ON "notifications"
	USING btree ("order_id") WHERE "notifications"."read_at" is null and "notifications"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX "notifications_unread_of_offer" ON "notifications"
	USING btree ("offer_id") WHERE "notifications"."read_at" is null and "notifications"."offer_id" is not null;
--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications"
	USING btree ("user_id","kind","order_id") WHERE "notifications"."kind" not in ('order_refunded', 'no_rider');
--> statement-breakpoint
CREATE INDEX "offer_deliveries_delivery" ON "offer_deliveries" USING btree ("delivery_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "offers_one_open" ON "offers" USING btree ("rider_id") WHERE "offers"."status" = 'Open';
--> statement-breakpoint
CREATE INDEX "offers_rider" ON "offers" USING btree ("rider_id","id" desc);
--> statement-breakpoint
CREATE INDEX "offers_due" ON "offers" USING btree ("expires_at") WHERE "offers"."status" = 'Open';
--> statement-breakpoint
CREATE INDEX "order_history_order" ON "order_history" USING btree ("order_id");
--> statement-breakpoint
CREATE INDEX "order_history_recorded" ON "order_history" USING btree ("recorded_at","verb");
--> statement-breakpoint
CREATE INDEX "orders_checkout" ON "orders" USING btree ("checkout_id");
--> statement-breakpoint
CREATE INDEX "orders_vendor_newest" ON "orders" USING btree ("vendor_id","id" desc);
--> statement-breakpoint
CREATE INDEX "orders_status" ON "orders" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "orders_customer_phone" ON "orders" USING btree ("customer_phone","id" desc);
--> statement-breakpoint
CREATE INDEX "orders_customer_mail" ON "orders" USING btree (lower("user_email"),"id" desc);
--> statement-breakpoint
CREATE INDEX "orders_payout" ON "orders" USING btree ("payout_id") WHERE "orders"."payout_id" is not null;
--> statement-breakpoint
CREATE INDEX "orders_unpaid" ON "orders"
	USING btree ("vendor_id")
	WHERE "orders"."status" in ('Delivered', 'Cancelled') and "orders"."payout_id" is null and "orders"."vendor_share" > 0;
--> statement-breakpoint
CREATE UNIQUE INDEX "payments_one_for_orders" ON "payments"
	USING btree ("checkout_id") WHERE "payments"."purpose" = 'orders';
--> statement-breakpoint
CREATE INDEX "payments_tx_ref" ON "payments" USING btree ("tx_ref");
--> statement-breakpoint
CREATE INDEX "payments_checkout" ON "payments" USING btree ("checkout_id");
--> statement-breakpoint
CREATE INDEX "payments_fee_unknown" ON "payments" USING btree ("provider") WHERE "payments"."provider_fee" is null;
--> statement-breakpoint
CREATE INDEX "payout_history_payout" ON "payout_history" USING btree ("payout_id");
--> statement-breakpoint
CREATE INDEX "payout_transfers_payout" ON "payout_transfers" USING btree ("payout_id");
--> statement-breakpoint
CREATE UNIQUE INDEX "payout_transfers_one_alive" ON "payout_transfers"
	USING btree ("payout_id") WHERE "payout_transfers"."status" <> 'Failed';
--> statement-breakpoint
CREATE INDEX "payout_transfers_due" ON "payout_transfers"
	USING btree ("next_attempt_at") WHERE "payout_transfers"."status" in ('Asked', 'Queued');
--> statement-breakpoint
CREATE INDEX "payout_transfers_without_fee" ON "payout_transfers"
	USING btree ("next_attempt_at") WHERE "payout_transfers"."status" = 'Successful';
--> statement-breakpoint
CREATE INDEX "payouts_vendor_newest" ON "payouts" USING btree ("vendor_id","id" desc);
--> statement-breakpoint
CREATE INDEX "payouts_rider_newest" ON "payouts"
	USING btree ("rider_id","id" desc) WHERE "payouts"."rider_id" is not null;
--> statement-breakpoint
CREATE INDEX "payouts_status" ON "payouts" USING btree ("status","id");
--> statement-breakpoint
CREATE INDEX "provider_events_due" ON "provider_events"
	USING btree ("next_attempt_at") WHERE "provider_events"."consumed_at" is null;
--> statement-breakpoint
CREATE INDEX "provider_refunds_newest" ON "provider_refunds" USING btree ("created_at");
--> statement-breakpoint
CREATE INDEX "provider_transactions_newest" ON "provider_transactions" USING btree ("created_at" desc,"id" desc);
--> statement-breakpoint
CREATE INDEX "provider_transactions_reference" ON "provider_transactions"
	USING btree (lower("tx_ref") text_pattern_ops);
--> statement-breakpoint
CREATE INDEX "provider_transactions_tx_ref" ON "provider_transactions" USING gin ("tx_ref" gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "provider_transactions_to_empty" ON "provider_transactions"
	USING btree ("created_at")
	WHERE "provider_transactions"."customer_email" <> '' and "provider_transactions"."status" <> 'successful';
--> statement-breakpoint
CREATE INDEX "provider_transactions_number" ON "provider_transactions" USING btree ("provider_transaction_id");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_user" ON "push_subscriptions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "push_subscriptions_session" ON "push_subscriptions" USING btree ("session_id");
--> statement-breakpoint
CREATE INDEX "ratings_vendor" ON "ratings" USING btree ("vendor_id","order_id" desc);
--> statement-breakpoint
CREATE INDEX "ratings_rider" ON "ratings" USING btree ("rider_id");
--> statement-breakpoint
CREATE INDEX "reconciliation_cases_status" ON "reconciliation_cases" USING btree ("status","id" desc);
--> statement-breakpoint
CREATE INDEX "refunds_status" ON "refunds" USING btree ("status","created_at" desc,"id");
--> statement-breakpoint
CREATE INDEX "refunds_newest" ON "refunds" USING btree ("created_at" desc,"id");
--> statement-breakpoint
CREATE INDEX "refunds_due" ON "refunds" USING btree ("next_attempt_at") WHERE "refunds"."status" in ('Asked', 'Sent');
--> statement-breakpoint
CREATE INDEX "refunds_failed" ON "refunds" USING btree ("created_at") WHERE "refunds"."status" = 'Failed';
--> statement-breakpoint
CREATE INDEX "refunds_payment" ON "refunds" USING btree ("payment_id");
--> statement-breakpoint
CREATE INDEX "refunds_order" ON "refunds" USING btree ("order_id") WHERE "refunds"."order_id" is not null;
--> statement-breakpoint
CREATE INDEX "review_cases_status" ON "review_cases" USING btree ("status","created_at" desc,"id");
--> statement-breakpoint
CREATE INDEX "riders_on_duty" ON "riders" USING btree ("user_id") WHERE "riders"."on_duty_since" is not null;
--> statement-breakpoint
CREATE INDEX "sessions_user" ON "sessions" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "sessions_expiry" ON "sessions" USING btree ("expires_at");
--> statement-breakpoint
CREATE INDEX "sign_in_attempts_age" ON "sign_in_attempts" USING btree ("attempted_at");
--> statement-breakpoint
CREATE INDEX "sms_submissions_by_gateway_id" ON "sms_submissions" USING btree ("gateway","gateway_message_id");
--> statement-breakpoint
CREATE INDEX "sms_submissions_to_ask" ON "sms_submissions"
	USING btree ("gateway","ask_at") WHERE "sms_submissions"."ask_at" is not null;
--> statement-breakpoint
CREATE INDEX "sms_submissions_by_day" ON "sms_submissions" USING btree ("submitted_at");
--> statement-breakpoint
CREATE INDEX "two_factors_user" ON "two_factors" USING btree ("user_id");
--> statement-breakpoint
CREATE INDEX "uploads_by_age" ON "uploads" USING btree ("uploaded_at");
--> statement-breakpoint
CREATE INDEX "vendors_listed" ON "vendors"
	USING btree ("created_at") WHERE "vendors"."status" = 'Active' and "vendors"."name" is not null;
--> statement-breakpoint
CREATE INDEX "verifications_identifier" ON "verifications" USING btree ("identifier");
--> statement-breakpoint
CREATE INDEX "verifications_value" ON "verifications" USING btree ("value");
--> statement-breakpoint
CREATE INDEX "vendors_search" ON "vendors" USING gin (search_text("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "food_search" ON "food" USING gin (search_text("name") gin_trgm_ops);
--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin (order_words("items", "customer_name") gin_trgm_ops);
--> statement-breakpoint
-- Links that point up the domain's ladder, or in a circle, cannot stand in the tables' own files, so they stand here.
ALTER TABLE "orders" ADD CONSTRAINT "orders_vendor" FOREIGN KEY ("vendor_id") REFERENCES "vendors" ("user_id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_checkout_exists" FOREIGN KEY ("checkout_id") REFERENCES "checkouts" ("id");
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_payout_exists" FOREIGN KEY ("payout_id") REFERENCES "payouts" ("id");
--> statement-breakpoint
ALTER TABLE "payments" ADD CONSTRAINT "payments_checkout_exists"
	FOREIGN KEY ("checkout_id") REFERENCES "checkouts" ("id");
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_order_exists" FOREIGN KEY ("order_id") REFERENCES "orders" ("id");
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_vendor" FOREIGN KEY ("vendor_id") REFERENCES "vendors" ("user_id");
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_rider" FOREIGN KEY ("rider_id") REFERENCES "riders" ("user_id");
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offer_exists" FOREIGN KEY ("offer_id") REFERENCES "offers" ("id");
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_payout_exists"
	FOREIGN KEY ("payout_id") REFERENCES "payouts" ("id");
--> statement-breakpoint
-- What holds for every row, whoever writes it.
ALTER TABLE "checkouts" ADD CONSTRAINT "checkouts_adds_up"
  CHECK ("total" = "subtotal" + "delivery_fee" AND "subtotal" > 0);
--> statement-breakpoint
ALTER TABLE "food" ADD CONSTRAINT "food_price_positive" CHECK ("price" > 0);
--> statement-breakpoint
ALTER TABLE "orders" ADD CONSTRAINT "orders_shares"
  CHECK ("vendor_share" >= 0 AND "commission" >= 0 AND "vendor_share" + "commission" <= "total_price");
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_positive" CHECK ("amount" > 0);
--> statement-breakpoint
ALTER TABLE "refunds" ADD CONSTRAINT "refunds_delivery_fee" CHECK ("delivery_fee" >= 0 AND "delivery_fee" <= "amount");
--> statement-breakpoint
ALTER TABLE "bank_settlements" ADD CONSTRAINT "bank_settlements_positive" CHECK ("amount" > 0);
--> statement-breakpoint
ALTER TABLE "payouts" ADD CONSTRAINT "payouts_positive" CHECK ("amount" > 0);
--> statement-breakpoint
ALTER TABLE "ratings" ADD CONSTRAINT "ratings_stars" CHECK ("food" BETWEEN 1 AND 5 AND "delivery" BETWEEN 1 AND 5);
--> statement-breakpoint
ALTER TABLE "order_keys" ADD CONSTRAINT "order_keys_pin" CHECK ("pin" ~ '^[0-9]{4}$');
--> statement-breakpoint
-- Who carries it is known exactly while somebody does.
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_carried_by" CHECK (
  CASE WHEN "status" IN ('Waiting', 'Offered') THEN "rider_id" IS NULL
       WHEN "status" IN ('Assigned', 'At vendor', 'Picked up') THEN "rider_id" IS NOT NULL AND "pay" IS NOT NULL
       ELSE true END);
--> statement-breakpoint
ALTER TABLE "deliveries" ADD CONSTRAINT "deliveries_offered"
  CHECK (("offer_id" IS NOT NULL) = ("status" = 'Offered'));
--> statement-breakpoint
-- Double entry is the database's rule too: at commit, the journals it touched sum to zero.
CREATE FUNCTION journal_must_balance() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  IF (SELECT coalesce(sum(amount), 0) FROM journal_entries WHERE journal_id = NEW.journal_id) <> 0 THEN
    RAISE EXCEPTION 'journal % does not balance', NEW.journal_id;
  END IF;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE CONSTRAINT TRIGGER journal_entries_balance AFTER INSERT ON "journal_entries"
  DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION journal_must_balance();
--> statement-breakpoint
-- What is booked or written down stays as it was: a mistake is corrected by another line.
CREATE FUNCTION books_are_append_only() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION '% is append-only', TG_TABLE_NAME;
END $$;
--> statement-breakpoint
CREATE TRIGGER journals_append_only BEFORE UPDATE OR DELETE ON "journals"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER journal_entries_append_only BEFORE UPDATE OR DELETE ON "journal_entries"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER order_history_append_only BEFORE UPDATE OR DELETE ON "order_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER delivery_history_append_only BEFORE UPDATE OR DELETE ON "delivery_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER payout_history_append_only BEFORE UPDATE OR DELETE ON "payout_history"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE TRIGGER audit_log_append_only BEFORE UPDATE OR DELETE ON "audit_log"
  FOR EACH ROW EXECUTE FUNCTION books_are_append_only();
--> statement-breakpoint
CREATE FUNCTION first_promise_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What a customer was told first stays as it is';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_promises_first_stays BEFORE UPDATE ON "order_promises" FOR EACH ROW
WHEN (NEW.first_promised_from <> OLD.first_promised_from OR NEW.first_promised_until <> OLD.first_promised_until)
EXECUTE FUNCTION first_promise_stays();
--> statement-breakpoint
-- Public pages are kept in memory; these tell every process when what they show has changed. No order touches them.
CREATE FUNCTION tell_catalog_changed() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('catalog_changed', TG_TABLE_NAME);
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER vendors_tell AFTER INSERT OR UPDATE OR DELETE ON "vendors"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER food_tell AFTER INSERT OR UPDATE OR DELETE ON "food"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER landmarks_tell AFTER INSERT OR UPDATE OR DELETE ON "landmarks"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
CREATE TRIGGER settings_tell AFTER INSERT OR UPDATE OR DELETE ON "settings"
  FOR EACH STATEMENT EXECUTE FUNCTION tell_catalog_changed();
--> statement-breakpoint
-- A stream of news is opened with a session. Whatever ends the session (logging out, a new password, a suspension, its
-- age) tells every process, which ends the stream.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', id::text) FROM ended;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_tell AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_ended();
