CREATE TABLE "build_spec_checks" (
	"build_spec_id" uuid NOT NULL,
	"revision" integer NOT NULL,
	"build_spec_version" integer NOT NULL,
	"checks" jsonb NOT NULL,
	"author_id" uuid NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	CONSTRAINT "build_spec_checks_build_spec_id_revision_pk" PRIMARY KEY("build_spec_id","revision")
);
--> statement-breakpoint
CREATE TABLE "run_checks" (
	"run_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"build_spec_id" uuid NOT NULL,
	"check" jsonb NOT NULL,
	"state" text NOT NULL,
	"failing" bigint,
	"message" text,
	"columns" jsonb NOT NULL,
	"rows" text NOT NULL,
	CONSTRAINT "run_checks_run_id_position_pk" PRIMARY KEY("run_id","position")
);
--> statement-breakpoint
ALTER TABLE "build_spec_checks" ADD CONSTRAINT "build_spec_checks_build_spec_id_build_specs_id_fk" FOREIGN KEY ("build_spec_id") REFERENCES "public"."build_specs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_spec_checks" ADD CONSTRAINT "build_spec_checks_author_id_users_id_fk" FOREIGN KEY ("author_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "run_checks" ADD CONSTRAINT "run_checks_run_id_runs_id_fk" FOREIGN KEY ("run_id") REFERENCES "public"."runs"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "run_checks_spec" ON "run_checks" USING btree ("build_spec_id");