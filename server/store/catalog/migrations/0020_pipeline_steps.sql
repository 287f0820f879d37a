ALTER TABLE "run_log" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "run_outputs" ADD COLUMN "step" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "steps" jsonb;