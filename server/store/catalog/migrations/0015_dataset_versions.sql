CREATE TABLE "dataset_versions" (
	"dataset_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"by" uuid,
	"cause" text NOT NULL,
	"built_by" uuid,
	"restored_from" integer,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"columns" jsonb NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "dataset_versions_dataset_id_version_pk" PRIMARY KEY("dataset_id","version")
);
--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "dataset_versions" ADD CONSTRAINT "dataset_versions_by_users_id_fk" FOREIGN KEY ("by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "dataset_versions_object" ON "dataset_versions" USING btree ("sha256");--> statement-breakpoint
CREATE INDEX "dataset_versions_run" ON "dataset_versions" USING btree ("built_by");--> statement-breakpoint
INSERT INTO "dataset_versions" ("dataset_id", "version", "at", "by", "cause", "built_by", "rows", "bytes", "columns", "sha256")
SELECT "datasets"."id", "datasets"."version", "datasets"."updated_at", "runs"."user_id", CASE WHEN "datasets"."built_by" IS NULL THEN 'created' ELSE 'build' END, "datasets"."built_by", "datasets"."rows", "datasets"."bytes", "datasets"."columns", "datasets"."sha256"
FROM "datasets" LEFT JOIN "runs" ON "runs"."id" = "datasets"."built_by";
