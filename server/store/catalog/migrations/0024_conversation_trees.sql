ALTER TABLE "conversation_turns" ADD COLUMN "parent_id" uuid;--> statement-breakpoint
ALTER TABLE "conversation_turns" ADD COLUMN "unclear" jsonb;--> statement-breakpoint
UPDATE "conversation_turns" SET "parent_id" = "earlier"."parent" FROM (
	SELECT "id", lag("id") OVER (PARTITION BY "conversation_id" ORDER BY "at", "id") AS "parent" FROM "conversation_turns"
) AS "earlier" WHERE "earlier"."id" = "conversation_turns"."id";
