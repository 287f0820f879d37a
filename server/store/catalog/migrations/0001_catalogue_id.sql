CREATE TABLE "catalogue" (
	"id" uuid PRIMARY KEY NOT NULL
);
