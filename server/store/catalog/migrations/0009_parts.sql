CREATE TABLE "parts" (
	"content" text NOT NULL,
	"position" integer NOT NULL,
	"sha256" text NOT NULL,
	"rows" bigint NOT NULL,
	"bytes" bigint NOT NULL,
	"columns" jsonb NOT NULL,
	CONSTRAINT "parts_content_position_pk" PRIMARY KEY("content","position")
);
--> statement-breakpoint
CREATE INDEX "parts_object" ON "parts" USING btree ("sha256");