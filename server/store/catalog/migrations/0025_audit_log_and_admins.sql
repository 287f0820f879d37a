CREATE TABLE "audit_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"actor_id" uuid,
	"actor" text NOT NULL,
	"token_id" uuid,
	"token_name" text,
	"request_id" uuid,
	"action" text NOT NULL,
	"resource" text NOT NULL,
	"detail" text NOT NULL,
	"namespace_id" uuid,
	"other_namespace_id" uuid,
	"dataset" text,
	"other_dataset" text,
	"outcome" text NOT NULL,
	"code" text
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "admin" boolean DEFAULT false NOT NULL;--> statement-breakpoint
CREATE INDEX "audit_log_time" ON "audit_log" USING btree ("at","id");--> statement-breakpoint
CREATE INDEX "audit_log_namespace" ON "audit_log" USING btree ("namespace_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_other_namespace" ON "audit_log" USING btree ("other_namespace_id","at");--> statement-breakpoint
CREATE INDEX "audit_log_actor" ON "audit_log" USING btree ("actor_id","at");--> statement-breakpoint
UPDATE "users" SET "admin" = true WHERE "id" = (SELECT "id" FROM "users" WHERE "disabled_at" IS NULL ORDER BY ("folded" = 'demo') DESC, "created_at" LIMIT 1);--> statement-breakpoint
CREATE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN RAISE EXCEPTION 'entries of the audit log are never changed'; END $$;--> statement-breakpoint
CREATE TRIGGER audit_log_is_append_only BEFORE UPDATE ON "audit_log" FOR EACH ROW EXECUTE FUNCTION refuse_change();
