-- Lists are sorted by these. They come in the same order on every database, whatever language's rules it was made with.
ALTER TABLE "build_specs" ALTER COLUMN "destination_key" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "datasets" ALTER COLUMN "folded" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "namespaces" ALTER COLUMN "folded" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "run_outputs" ALTER COLUMN "name" TYPE text COLLATE "C";--> statement-breakpoint
ALTER TABLE "users" ALTER COLUMN "folded" TYPE text COLLATE "C";
