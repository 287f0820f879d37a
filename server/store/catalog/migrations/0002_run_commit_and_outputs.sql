ALTER TABLE "run_outputs" ALTER COLUMN "owner" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "run_outputs" ALTER COLUMN "namespace" DROP NOT NULL;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD COLUMN "position" integer DEFAULT 0 NOT NULL;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD COLUMN "kind" text;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD COLUMN "dataset" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "commit" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "wrote" jsonb;