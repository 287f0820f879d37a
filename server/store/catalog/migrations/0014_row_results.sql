CREATE TABLE "row_results" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"key" text NOT NULL,
	"answer" jsonb NOT NULL,
	"sha256" text,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"file_name" text NOT NULL,
	"sources" jsonb NOT NULL,
	"contents" text[] NOT NULL,
	"used_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "row_results_once" UNIQUE("user_id","key")
);
--> statement-breakpoint
ALTER TABLE "row_results" ADD CONSTRAINT "row_results_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "row_results_key" ON "row_results" USING btree ("key");--> statement-breakpoint
CREATE INDEX "row_results_used" ON "row_results" USING btree ("used_at");--> statement-breakpoint
CREATE INDEX "row_results_object" ON "row_results" USING btree ("sha256");