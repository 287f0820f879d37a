CREATE TABLE "wiped_objects" (
	"sha256" text PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "access_log" (
	"id" uuid PRIMARY KEY NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"action" text NOT NULL,
	"by_user_id" uuid NOT NULL,
	"by_token_id" uuid,
	"namespace_id" uuid,
	"namespace" text,
	"subject_id" uuid NOT NULL,
	"role" text,
	"token_id" uuid
);
--> statement-breakpoint
ALTER TABLE "users" ADD COLUMN "passphrase" text;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_by_user_id_users_id_fk" FOREIGN KEY ("by_user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "access_log" ADD CONSTRAINT "access_log_subject_id_users_id_fk" FOREIGN KEY ("subject_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "access_log_namespace" ON "access_log" USING btree ("namespace_id","at");--> statement-breakpoint
CREATE INDEX "access_log_subject" ON "access_log" USING btree ("subject_id","at");--> statement-breakpoint
CREATE INDEX "build_specs_destination" ON "build_specs" USING btree ("destination_key");--> statement-breakpoint
CREATE INDEX "links_to" ON "links" USING btree ("to_dataset_id");--> statement-breakpoint
CREATE INDEX "run_sources_namespace" ON "run_sources" USING btree ("namespace_id");