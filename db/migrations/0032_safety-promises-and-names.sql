CREATE TABLE "used_codes" (
	"user_id" uuid NOT NULL,
	"code_hash" text NOT NULL,
	"forget_at" timestamp with time zone,
	CONSTRAINT "used_codes_user_id_code_hash_pk" PRIMARY KEY("user_id","code_hash")
);
--> statement-breakpoint
CREATE TABLE "known_devices" (
	"user_id" uuid NOT NULL,
	"device_hash" text NOT NULL,
	"signed_in_at" timestamp with time zone NOT NULL,
	CONSTRAINT "known_devices_user_id_device_hash_pk" PRIMARY KEY("user_id","device_hash")
);
--> statement-breakpoint
CREATE TABLE "account_lookups" (
	"id" uuid PRIMARY KEY DEFAULT gen_random_uuid() NOT NULL,
	"user_id" uuid NOT NULL,
	"address" text NOT NULL,
	"asked_at" timestamp with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "password_resets" RENAME TO "mail_links";--> statement-breakpoint
ALTER TABLE "mail_links" ADD COLUMN "purpose" text DEFAULT 'new_password' NOT NULL;--> statement-breakpoint
ALTER TABLE "mail_links" ALTER COLUMN "purpose" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "mail_links" RENAME CONSTRAINT "password_resets_token_hash_unique" TO "mail_links_token_hash_unique";--> statement-breakpoint
ALTER TABLE "mail_links" RENAME CONSTRAINT "password_resets_user_id_users_id_fk" TO "mail_links_user_id_users_id_fk";--> statement-breakpoint
ALTER INDEX "password_resets_due" RENAME TO "mail_links_due";--> statement-breakpoint
ALTER INDEX "password_resets_email" RENAME TO "mail_links_email";--> statement-breakpoint
ALTER TABLE "used_codes" ADD CONSTRAINT "used_codes_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "known_devices" ADD CONSTRAINT "known_devices_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "account_lookups" ADD CONSTRAINT "account_lookups_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "account_lookups_asked_at" ON "account_lookups" USING btree ("asked_at");
--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "open_attempt" jsonb;
--> statement-breakpoint
ALTER TABLE "notifications" ADD COLUMN "offer_id" bigint;--> statement-breakpoint
UPDATE "notifications" SET "read_at" = now() WHERE "read_at" IS NULL AND "kind" = 'offer';--> statement-breakpoint
UPDATE "notifications" SET "read_at" = now() FROM "orders"
WHERE "orders"."id" = "notifications"."order_id" AND "notifications"."read_at" IS NULL
	AND "notifications"."kind" IN ('new_order', 'order_unaccepted') AND "orders"."status" <> 'Pending';--> statement-breakpoint
UPDATE "notifications" SET "read_at" = now() FROM "deliveries"
WHERE "deliveries"."order_id" = "notifications"."order_id" AND "notifications"."read_at" IS NULL
	AND "notifications"."kind" = 'no_rider' AND "deliveries"."status" NOT IN ('Waiting', 'Offered');--> statement-breakpoint
DROP INDEX "notifications_once";--> statement-breakpoint
CREATE UNIQUE INDEX "notifications_once" ON "notifications" USING btree ("user_id","kind","order_id") WHERE "notifications"."kind" not in ('order_refunded', 'no_rider');--> statement-breakpoint
CREATE INDEX "notifications_unread_of_order" ON "notifications" USING btree ("order_id") WHERE "notifications"."read_at" is null and "notifications"."order_id" is not null;--> statement-breakpoint
CREATE INDEX "notifications_unread_of_offer" ON "notifications" USING btree ("offer_id") WHERE "notifications"."read_at" is null and "notifications"."offer_id" is not null;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "first_promised_from" timestamp with time zone;--> statement-breakpoint
ALTER TABLE "order_promises" ADD COLUMN "made_without_rider" boolean DEFAULT false NOT NULL;--> statement-breakpoint
UPDATE "order_promises" SET "first_promised_from" = LEAST("promised_from", "first_promised_until");--> statement-breakpoint
ALTER TABLE "order_promises" ALTER COLUMN "first_promised_from" SET NOT NULL;--> statement-breakpoint
CREATE FUNCTION first_promise_stays() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  RAISE EXCEPTION 'What a customer was told first stays as it is';
END $$;
--> statement-breakpoint
CREATE TRIGGER order_promises_first_stays BEFORE UPDATE ON "order_promises" FOR EACH ROW
WHEN (NEW.first_promised_from <> OLD.first_promised_from OR NEW.first_promised_until <> OLD.first_promised_until)
EXECUTE FUNCTION first_promise_stays();--> statement-breakpoint
ALTER TABLE "deliveries" DROP COLUMN "waiting_since";--> statement-breakpoint
ALTER TABLE "daily_figures" DROP COLUMN "deliveries";--> statement-breakpoint
ALTER TABLE "daily_figures" DROP COLUMN "deliveries_in_time";--> statement-breakpoint
ALTER TABLE "checkouts" ADD COLUMN "wait_accepted_at" timestamp with time zone;
--> statement-breakpoint
-- A stream of news is opened with a session. Whatever ends the session (logging out, a new password, a suspension, its age)
-- tells every process, which ends the stream.
CREATE FUNCTION tell_session_ended() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
  PERFORM pg_notify('session_ended', id::text) FROM ended;
  RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER sessions_tell AFTER DELETE ON "sessions" REFERENCING OLD TABLE AS ended
  FOR EACH STATEMENT EXECUTE FUNCTION tell_session_ended();
--> statement-breakpoint
ALTER TABLE "account_lookups" ADD COLUMN "asked_for" text DEFAULT '' NOT NULL;--> statement-breakpoint
ALTER TABLE "account_lookups" ALTER COLUMN "asked_for" DROP DEFAULT;--> statement-breakpoint
ALTER TABLE "account_lookups" ADD COLUMN "account_name" text;
--> statement-breakpoint
-- What an order is found by: its dishes and its customer, without accents and capitals. One index holds both. The planner is
-- told what it costs to read a row's dishes: it would rather walk through thousands of rows than ask the index.
ALTER FUNCTION dish_names(jsonb) COST 2000;
--> statement-breakpoint
CREATE FUNCTION order_words(items jsonb, customer_name text) RETURNS text LANGUAGE sql IMMUTABLE PARALLEL SAFE STRICT AS $$
  SELECT public.dish_names(items) || E'\n' || public.search_text(customer_name)
$$;
--> statement-breakpoint
CREATE INDEX "orders_words" ON "orders" USING gin (order_words("items", "customer_name") gin_trgm_ops);--> statement-breakpoint
DROP INDEX "orders_search";
--> statement-breakpoint
-- What of a day's revenue is the platform's own. Days that are over are counted from the books once more.
ALTER TABLE "daily_figures" ADD COLUMN "own_revenue" numeric(12,2) NOT NULL DEFAULT 0;
--> statement-breakpoint
UPDATE "daily_figures" SET "own_revenue" = own.revenue FROM (
  SELECT (j.recorded_at AT TIME ZONE 'UTC' + interval '1 hour')::date AS day, -sum(e.amount) AS revenue
  FROM journals j JOIN journal_entries e ON e.journal_id = j.id
  WHERE e.account IN ('delivery_fees', 'commission')
  GROUP BY 1
) own WHERE own.day = "daily_figures".day;
--> statement-breakpoint
ALTER TABLE "daily_figures" ALTER COLUMN "own_revenue" DROP DEFAULT;
--> statement-breakpoint
ALTER TABLE "deliveries" ADD COLUMN "no_pin_seen_at" timestamp with time zone;--> statement-breakpoint
UPDATE "deliveries" SET "no_pin_seen_at" = "closed_at" WHERE "no_pin_reason" IS NOT NULL;--> statement-breakpoint
ALTER TABLE "uploads" ADD COLUMN "is_blank" boolean DEFAULT false NOT NULL;--> statement-breakpoint
DROP INDEX "deliveries_without_pin";--> statement-breakpoint
CREATE INDEX "deliveries_without_pin" ON "deliveries" USING btree ("closed_at") WHERE "deliveries"."no_pin_reason" is not null and "deliveries"."no_pin_seen_at" is null;
--> statement-breakpoint
update "users" set "name" = "vendors"."name" from "vendors" where "vendors"."user_id" = "users"."id" and "users"."name" = '' and "vendors"."name" is not null;
--> statement-breakpoint
update "users" set "name" = "riders"."name" from "riders" where "riders"."user_id" = "users"."id" and "users"."name" = '' and "riders"."name" is not null;
--> statement-breakpoint
-- Of a webhook only what is read is kept: nothing of the payer or the card.
UPDATE "provider_events" SET "body" = '' WHERE "consumed_at" IS NOT NULL;
--> statement-breakpoint
DO $$
DECLARE
  event record;
  whole jsonb;
  kept text[] := ARRAY['event', 'event.type', 'AmountRefunded', 'TransactionId', 'tx_ref', 'txRef', 'id', 'status'];
  storable jsonb;
BEGIN
  FOR event IN SELECT id, body FROM "provider_events" WHERE "consumed_at" IS NULL LOOP
    BEGIN
      whole := event.body::jsonb;
      SELECT coalesce(jsonb_object_agg(key, value), '{}') INTO storable
        FROM jsonb_each(whole) WHERE key = ANY (kept) AND jsonb_typeof(value) NOT IN ('object', 'array');
      IF jsonb_typeof(whole->'data') = 'object' THEN
        storable := storable || jsonb_build_object('data', (
          SELECT coalesce(jsonb_object_agg(key, value), '{}')
          FROM jsonb_each(whole->'data') WHERE key = ANY (kept) AND jsonb_typeof(value) NOT IN ('object', 'array')));
      END IF;
    EXCEPTION WHEN data_exception THEN
      -- No JSON object: nothing in it is ever read.
      storable := '{}';
    END;
    UPDATE "provider_events" SET "body" = storable::text WHERE "id" = event.id;
  END LOOP;
END $$;
--> statement-breakpoint
-- A mail with a link that opens an account is empty once it was sent or given up, and is sent no longer than the link works.
UPDATE "messages" SET "body" = '', "html" = NULL, "next_attempt_at" = NULL,
    "status" = CASE WHEN "status" = 'Sent' THEN 'Sent' ELSE 'Expired' END
  WHERE "channel" = 'mail' AND "status" <> 'Queued'
    AND split_part("dedupe_key", ':', 1) IN ('new_password', 'confirm_mail', 'sign_in', 'password_reset');
--> statement-breakpoint
UPDATE "messages" SET "expires_at" = coalesce((
    SELECT link."expires_at" FROM "mail_links" link WHERE link."id"::text = split_part("messages"."dedupe_key", ':', 2)
  ), "created_at" + interval '1 day')
  WHERE "channel" = 'mail' AND "status" = 'Queued'
    AND split_part("dedupe_key", ':', 1) IN ('new_password', 'confirm_mail', 'sign_in', 'password_reset');
--> statement-breakpoint
CREATE INDEX "messages_to_empty" ON "messages" USING btree ("created_at") WHERE "messages"."recipient" <> '';
--> statement-breakpoint
CREATE INDEX "provider_transactions_to_empty" ON "provider_transactions" USING btree ("created_at")
  WHERE "provider_transactions"."customer_email" <> '' AND "provider_transactions"."status" <> 'successful';
