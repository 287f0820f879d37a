CREATE TABLE "model_use" (
	"user_id" uuid NOT NULL,
	"day" date NOT NULL,
	"tokens" bigint NOT NULL,
	"cost" double precision NOT NULL,
	CONSTRAINT "model_use_user_id_day_pk" PRIMARY KEY("user_id","day")
);
--> statement-breakpoint
CREATE TABLE "namespace_models" (
	"namespace_id" uuid PRIMARY KEY NOT NULL,
	"is_allowed" boolean NOT NULL,
	"provider" text,
	"model" text
);
--> statement-breakpoint
ALTER TABLE "model_use" ADD CONSTRAINT "model_use_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "namespace_models" ADD CONSTRAINT "namespace_models_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;