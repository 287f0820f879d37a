CREATE TABLE "former_objects" (
	"namespace_id" uuid NOT NULL,
	"dataset" text NOT NULL,
	"sha256" text NOT NULL,
	"content" text,
	"at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
ALTER TABLE "former_objects" ADD CONSTRAINT "former_objects_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "former_objects_namespace" ON "former_objects" USING btree ("namespace_id","dataset");