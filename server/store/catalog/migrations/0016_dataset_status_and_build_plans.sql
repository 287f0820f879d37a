CREATE TABLE "build_plan_steps" (
	"plan_id" uuid NOT NULL,
	"position" integer NOT NULL,
	"build_spec_id" uuid NOT NULL,
	"destination" jsonb NOT NULL,
	"needs" jsonb NOT NULL,
	"run_id" uuid,
	"outcome" text,
	"version" integer,
	"rows" bigint,
	"message" text,
	"started_at" timestamp (3) with time zone,
	"finished_at" timestamp (3) with time zone,
	CONSTRAINT "build_plan_steps_plan_id_position_pk" PRIMARY KEY("plan_id","position")
);
--> statement-breakpoint
CREATE TABLE "build_plans" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"token_id" uuid NOT NULL,
	"cancelled" boolean DEFAULT false NOT NULL,
	"left_out" jsonb NOT NULL,
	"created_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "build_plan_steps" ADD CONSTRAINT "build_plan_steps_plan_id_build_plans_id_fk" FOREIGN KEY ("plan_id") REFERENCES "public"."build_plans"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "build_plans" ADD CONSTRAINT "build_plans_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "build_plan_steps_run" ON "build_plan_steps" USING btree ("run_id");--> statement-breakpoint
CREATE INDEX "build_plans_of_user" ON "build_plans" USING btree ("user_id","created_at","id");--> statement-breakpoint
CREATE INDEX "build_plans_unfinished" ON "build_plans" USING btree ("id") WHERE "build_plans"."finished_at" IS NULL;--> statement-breakpoint
CREATE INDEX "runs_builds" ON "runs" USING btree ("destination","created_at","id") WHERE "runs"."kind" = 'build';