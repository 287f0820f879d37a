ALTER TABLE "tokens" ADD COLUMN "last_used_at" timestamp (3) with time zone;--> statement-breakpoint
ALTER TABLE "tokens" ADD COLUMN "last_used_address" text DEFAULT '' NOT NULL;