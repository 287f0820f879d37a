CREATE TABLE "corrupt_objects" (
	"sha256" text PRIMARY KEY NOT NULL,
	"problem" text NOT NULL,
	"found_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "scrubs" (
	"id" integer PRIMARY KEY NOT NULL,
	"started_at" timestamp (3) with time zone NOT NULL,
	"finished_at" timestamp (3) with time zone,
	"verified_at" timestamp (3) with time zone,
	"position" text NOT NULL,
	"objects" integer NOT NULL,
	"bytes" bigint NOT NULL
);
