-- Mountain rescue teams.
CREATE TABLE team AS FROM (VALUES (1, 'Glencoe', 'Highlands', 1961, 32), (2, 'Langdale', 'Cumbria', 1969, 41), (3, 'Ogwen Valley', 'Gwynedd', 1965, 55), (4, 'Skye', 'Highlands', 1980, 20)) AS t("Team_ID", "Team_Name", "Region", "Founded", "Volunteers");
CREATE TABLE mission AS FROM (VALUES (1, 1, 'Bidean', '2022-01-15', 'avalanche', 9.5, 12, 2), (2, 1, 'Aonach Eagach', '2022-07-03', 'fall', 4.0, 8, 1), (3, 2, 'Scafell Pike', '2022-08-21', 'lost', 6.5, 15, 4), (4, 3, 'Tryfan', '2022-09-10', 'fall', 5.0, 11, 1), (5, 3, 'Snowdon', '2023-02-18', 'exhaustion', 3.5, 9, 3), (6, 2, 'Pavey Ark', '2023-05-29', 'fall', 7.0, 14, 1), (7, 3, 'Tryfan', '2023-08-08', 'fall', 4.5, 10, 2)) AS t("Mission_ID", "Team_ID", "Mountain", "Mission_Date", "Cause", "Hours", "Rescuers", "Casualties");
CREATE TABLE dog AS FROM (VALUES (1, 'Bracken', 'Border Collie', 6, 1, 'active'), (2, 'Meg', 'Labrador', 3, 2, 'active'), (3, 'Tarn', 'Border Collie', 9, 3, 'retired'), (4, 'Skye', 'Spaniel', 4, 3, 'active')) AS t("Dog_ID", "Dog_Name", "Breed", "Age", "Team_ID", "State");
CREATE TABLE dog_mission AS FROM (VALUES (1, 1), (1, 2), (2, 3), (4, 5), (4, 7)) AS t("Dog_ID", "Mission_ID");

-- What are the names and regions of the teams ordered by number of volunteers?
SELECT "Team_Name", "Region" FROM team ORDER BY "Volunteers";
-- How many missions were caused by a fall?
SELECT count(*) FROM mission WHERE "Cause" = 'fall';
-- What is the name of the team with the fewest volunteers?
SELECT "Team_Name" FROM team ORDER BY "Volunteers" LIMIT 1;
-- Show the names of teams that have no dog.
SELECT "Team_Name" FROM team WHERE "Team_ID" NOT IN (SELECT "Team_ID" FROM dog);
-- What is the average number of hours of missions for each cause?
SELECT "Cause", avg("Hours") FROM mission GROUP BY 1;
-- Which dogs took part in more than one mission?
SELECT "Dog_Name" FROM dog JOIN dog_mission USING ("Dog_ID") GROUP BY "Dog_ID", 1 HAVING count(*) > 1;
-- How many casualties were there in 2023?
SELECT sum("Casualties") FROM mission WHERE "Mission_Date" LIKE '2023%';
-- Find the breed of the oldest dog.
SELECT "Breed" FROM dog ORDER BY "Age" DESC LIMIT 1;
-- List the different mountains where Ogwen Valley had a mission.
SELECT DISTINCT "Mountain" FROM mission JOIN team USING ("Team_ID") WHERE "Team_Name" = 'Ogwen Valley';
-- What is the total number of missions of each team? Show the team name.
SELECT "Team_Name", count(*) FROM team JOIN mission USING ("Team_ID") GROUP BY 1;
-- What are the names of teams founded before 1970 with more than 40 volunteers?
SELECT "Team_Name" FROM team WHERE "Founded" < 1970 AND "Volunteers" > 40;
-- Which mountain had the most missions?
SELECT "Mountain" FROM mission GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many helicopters does each team have?
refuse
-- Which missions failed?
refuse
