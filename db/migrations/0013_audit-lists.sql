CREATE INDEX "audit_log_action" ON "audit_log" USING btree ("action","id" desc);--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor","id" desc);--> statement-breakpoint
CREATE INDEX "payments_fee_unknown" ON "payments" USING btree ("provider") WHERE "payments"."provider_fee" is null;