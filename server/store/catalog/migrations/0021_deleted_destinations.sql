ALTER TABLE "build_specs" ADD COLUMN "deleted_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "build_specs" ADD COLUMN "deleted_by" uuid;--> statement-breakpoint
ALTER TABLE "build_specs" ADD CONSTRAINT "build_specs_deleted_by_users_id_fk" FOREIGN KEY ("deleted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;