CREATE TABLE "build_spec_sources" (
	"build_spec_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"owner" text NOT NULL,
	"namespace" text NOT NULL,
	"dataset" text NOT NULL,
	"key" text NOT NULL,
	CONSTRAINT "build_spec_sources_build_spec_id_position_pk" PRIMARY KEY("build_spec_id","position")
);
--> statement-breakpoint
CREATE TABLE "build_spec_versions" (
	"build_spec_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"definition" jsonb NOT NULL,
	"author_id" uuid NOT NULL,
	"change" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "build_spec_versions_build_spec_id_version_pk" PRIMARY KEY("build_spec_id","version")
);
--> statement-breakpoint
CREATE TABLE "build_specs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"version" integer NOT NULL,
	"destination_owner" text NOT NULL,
	"destination_namespace" text NOT NULL,
	"destination_dataset" text NOT NULL,
	"destination_key" text NOT NULL,
	"payload" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "column_descriptions" (
	"dataset_id" uuid NOT NULL,
	"column" text NOT NULL,
	"description" text NOT NULL,
	CONSTRAINT "column_descriptions_dataset_id_column_pk" PRIMARY KEY("dataset_id","column")
);
--> statement-breakpoint
CREATE TABLE "datasets" (
	"id" uuid PRIMARY KEY NOT NULL,
	"namespace_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"columns" jsonb NOT NULL,
	"column_order" jsonb NOT NULL,
	"description" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"sha256" text NOT NULL,
	"version" integer NOT NULL,
	"built_by" uuid,
	"licence" text,
	"source" text,
	"updated_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "datasets_name" UNIQUE("namespace_id","folded")
);
--> statement-breakpoint
CREATE TABLE "links" (
	"id" uuid PRIMARY KEY NOT NULL,
	"from_dataset_id" uuid NOT NULL,
	"from_column" text NOT NULL,
	"to_dataset_id" uuid NOT NULL,
	"to_column" text NOT NULL,
	"match_type" text NOT NULL,
	"options" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "links_once" UNIQUE("from_dataset_id","from_column","to_dataset_id","to_column","match_type")
);
--> statement-breakpoint
CREATE TABLE "namespaces" (
	"id" uuid PRIMARY KEY NOT NULL,
	"owner_id" uuid NOT NULL,
	"name" text NOT NULL,
	"folded" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "namespaces_name" UNIQUE("owner_id","folded")
);
--> statement-breakpoint
CREATE TABLE "shares" (
	"namespace_id" uuid NOT NULL,
	"user_id" uuid NOT NULL,
	"role" text NOT NULL,
	"granted_at" timestamp (3) with time zone NOT NULL,
	"granted_by" uuid NOT NULL,
	CONSTRAINT "shares_namespace_id_user_id_role_pk" PRIMARY KEY("namespace_id","user_id","role")
);
--> statement-breakpoint
CREATE TABLE "run_log" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"at" timestamp (3) with time zone NOT NULL,
	"level" text NOT NULL,
	"message" text NOT NULL,
	CONSTRAINT "run_log_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "run_outputs" (
	"run_id" uuid NOT NULL,
	"name" text NOT NULL,
	"owner" text NOT NULL,
	"namespace" text NOT NULL,
	"sha256" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"columns" jsonb NOT NULL,
	CONSTRAINT "run_outputs_run_id_name_pk" PRIMARY KEY("run_id","name")
);
--> statement-breakpoint
CREATE TABLE "run_sources" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"namespace_id" uuid,
	"dataset" text NOT NULL,
	"sha256" text NOT NULL,
	CONSTRAINT "run_sources_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
CREATE TABLE "runs" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"kind" text NOT NULL,
	"pipeline" text NOT NULL,
	"state" text NOT NULL,
	"build_spec_id" uuid,
	"version" integer,
	"draft" boolean NOT NULL,
	"definition" jsonb NOT NULL,
	"rows" bigint,
	"bytes" bigint,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "tokens" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"name" text NOT NULL,
	"restricted" boolean NOT NULL,
	"permissions" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL,
	"revoked_at" timestamp (3) with time zone
);
--> statement-breakpoint
CREATE TABLE "used_sign_in_codes" (
	"id" uuid PRIMARY KEY NOT NULL,
	"expires_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "users" (
	"id" uuid PRIMARY KEY NOT NULL,
	"username" text NOT NULL,
	"folded" text NOT NULL,
	"name" text NOT NULL,
	"email" text NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "users_folded_unique" UNIQUE("folded")
);
--> statement-breakpoint
ALTER TABLE "build_spec_sources" ADD CONSTRAINT "build_spec_sources_build_spec_id_build_specs_id_fk" FOREIGN KEY ("build_spec_id") REFERENCES "public"."build_specs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_spec_versions" ADD CONSTRAINT "build_spec_versions_build_spec_id_build_specs_id_fk" FOREIGN KEY ("build_spec_id") REFERENCES "public"."build_specs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_spec_versions" ADD CONSTRAINT "build_spec_versions_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_specs" ADD CONSTRAINT "build_specs_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "column_descriptions" ADD CONSTRAINT "column_descriptions_dataset_id_datasets_id_fk" FOREIGN KEY ("dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "datasets" ADD CONSTRAINT "datasets_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_from_dataset_id_datasets_id_fk" FOREIGN KEY ("from_dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "links" ADD CONSTRAINT "links_to_dataset_id_datasets_id_fk" FOREIGN KEY ("to_dataset_id") REFERENCES "public"."datasets"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespaces" ADD CONSTRAINT "namespaces_owner_id_users_id_fk" FOREIGN KEY ("owner_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "shares" ADD CONSTRAINT "shares_granted_by_users_id_fk" FOREIGN KEY ("granted_by") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_log" ADD CONSTRAINT "run_log_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD CONSTRAINT "run_outputs_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_sources" ADD CONSTRAINT "run_sources_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_sources" ADD CONSTRAINT "run_sources_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE set null ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "runs" ADD CONSTRAINT "runs_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "tokens" ADD CONSTRAINT "tokens_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_spec_sources_key" ON "build_spec_sources" USING btree ("key");--> statement-breakpoint
CREATE INDEX "build_specs_owner" ON "build_specs" USING btree ("owner_id");--> statement-breakpoint
CREATE INDEX "runs_of_user" ON "runs" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "runs_by_state" ON "runs" USING btree ("state");