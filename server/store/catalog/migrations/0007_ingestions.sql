CREATE TABLE "ingestion_chunks" (
	"ingestion_id" uuid NOT NULL,
	"chunk" integer NOT NULL,
	"sha256" text NOT NULL,
	"object" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	CONSTRAINT "ingestion_chunks_ingestion_id_chunk_pk" PRIMARY KEY("ingestion_id","chunk")
);
--> statement-breakpoint
CREATE TABLE "ingestions" (
	"id" uuid PRIMARY KEY NOT NULL,
	"user_id" uuid NOT NULL,
	"namespace_id" uuid NOT NULL,
	"dataset" text NOT NULL,
	"mode" text NOT NULL,
	"mapping" jsonb NOT NULL,
	"misfits" text NOT NULL,
	"state" text NOT NULL,
	"rows" bigint NOT NULL,
	"rejected" bigint NOT NULL,
	"chunks" integer NOT NULL,
	"bytes" bigint NOT NULL,
	"version" integer,
	"columns" jsonb NOT NULL,
	"rejected_rows" jsonb NOT NULL,
	"error" jsonb,
	"created_at" timestamp (3) with time zone NOT NULL,
	"updated_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"seen_at" timestamp (3) with time zone
);
--> statement-breakpoint
ALTER TABLE "ingestion_chunks" ADD CONSTRAINT "ingestion_chunks_ingestion_id_ingestions_id_fk" FOREIGN KEY ("ingestion_id") REFERENCES "public"."ingestions"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingestions" ADD CONSTRAINT "ingestions_user_id_users_id_fk" FOREIGN KEY ("user_id") REFERENCES "public"."users"("id") ON DELETE no action ON UPDATE no action;--> statement-breakpoint
ALTER TABLE "ingestions" ADD CONSTRAINT "ingestions_namespace_id_namespaces_id_fk" FOREIGN KEY ("namespace_id") REFERENCES "public"."namespaces"("id") ON DELETE cascade ON UPDATE no action;--> statement-breakpoint
CREATE INDEX "ingestion_chunks_object" ON "ingestion_chunks" USING btree ("object");--> statement-breakpoint
CREATE INDEX "ingestions_of_namespace" ON "ingestions" USING btree ("namespace_id","created_at","id");--> statement-breakpoint
CREATE INDEX "ingestions_by_state" ON "ingestions" USING btree ("state");