CREATE INDEX "messages_links" ON "messages" USING btree ("expires_at") WHERE "messages"."body" <> '' and ("messages"."channel" = 'mail' or ("messages"."channel" = 'sms'
          and split_part("messages"."dedupe_key", ':', 1) in ('new_password', 'confirm_mail', 'sign_in', 'invitation')));--> statement-breakpoint
CREATE INDEX "notifications_created" ON "notifications" USING btree ("created_at");--> statement-breakpoint
CREATE INDEX "provider_events_received" ON "provider_events" USING btree ("received_at");