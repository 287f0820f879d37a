CREATE TABLE "answered_writes" (
	"name" text PRIMARY KEY NOT NULL,
	"copy_id" uuid NOT NULL,
	"done" boolean NOT NULL,
	"answer" text,
	"etag" text,
	"until" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "chores" (
	"name" text PRIMARY KEY NOT NULL,
	"due_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "copies" (
	"id" uuid PRIMARY KEY NOT NULL,
	"seen_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "failed_tries" (
	"name" text PRIMARY KEY NOT NULL,
	"failures" integer NOT NULL,
	"last_at" timestamp (3) with time zone NOT NULL
);
--> statement-breakpoint
CREATE TABLE "shared_keys" (
	"id" integer PRIMARY KEY NOT NULL,
	"content" jsonb NOT NULL
);
--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "token_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "work" jsonb;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "destination" text;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "copy_id" uuid;--> statement-breakpoint
ALTER TABLE "runs" ADD COLUMN "cancel_asked" boolean DEFAULT false NOT NULL;--> statement-breakpoint
-- What other copies of the service must know at once is told in the transaction that does it.
CREATE FUNCTION "tell_copies"() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
	IF TG_TABLE_NAME = 'tokens' THEN
		PERFORM pg_notify('copies', 'token ' || NEW."id");
	ELSIF TG_TABLE_NAME = 'users' THEN
		PERFORM pg_notify('copies', 'user ' || NEW."id");
	ELSIF TG_TABLE_NAME = 'shared_keys' THEN
		PERFORM pg_notify('copies', 'keys');
	ELSIF TG_OP = 'DELETE' THEN
		PERFORM pg_notify('copies', 'user ' || OLD."user_id");
	ELSE
		PERFORM pg_notify('copies', 'user ' || NEW."user_id");
	END IF;
	RETURN NULL;
END $$;
--> statement-breakpoint
CREATE TRIGGER "tokens_tell_copies" AFTER UPDATE ON "tokens" FOR EACH ROW EXECUTE FUNCTION "tell_copies"();
--> statement-breakpoint
CREATE TRIGGER "users_tell_copies" AFTER UPDATE OF "disabled_at" ON "users" FOR EACH ROW EXECUTE FUNCTION "tell_copies"();
--> statement-breakpoint
CREATE TRIGGER "shares_tell_copies" AFTER INSERT OR UPDATE OR DELETE ON "shares" FOR EACH ROW EXECUTE FUNCTION "tell_copies"();
--> statement-breakpoint
CREATE TRIGGER "shared_keys_tell_copies" AFTER INSERT OR UPDATE ON "shared_keys" FOR EACH ROW EXECUTE FUNCTION "tell_copies"();
