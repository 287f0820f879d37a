ALTER TABLE "ingestions" ADD COLUMN "key" jsonb;--> statement-breakpoint
ALTER TABLE "ingestions" ADD COLUMN "file" jsonb;--> statement-breakpoint
ALTER TABLE "ingestions" ADD COLUMN "plan" jsonb;--> statement-breakpoint
ALTER TABLE "ingestions" ADD COLUMN "effect" jsonb;