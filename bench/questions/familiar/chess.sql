-- Chess tournaments.
CREATE TABLE player AS FROM (VALUES (1, 'Elena Petrova', 'RUS', 'GM', 2612, 1989, 'F'), (2, 'Luca Moretti', 'ITA', 'IM', 2455, 1996, 'M'), (3, 'Hikaru Sato', 'JPN', 'FM', 2310, 2001, 'M'), (4, 'Sofia Lindqvist', 'SWE', 'IM', 2478, 1993, 'F'), (5, 'Carlos Vega', 'ESP', 'GM', 2660, 1985, 'M'), (6, 'Priya Raman', 'IND', 'GM', 2588, 1998, 'F'), (7, 'Jan Kowalczyk', 'POL', NULL, 2190, 2004, 'M'), (8, 'Arjun Mehta', 'IND', 'IM', 2501, 2003, 'M')) AS t("Player_ID", "Name", "Federation", "Title", "Rating", "Birth_Year", "Sex");
CREATE TABLE tournament AS FROM (VALUES (1, 'Riga Open', 'Riga', 'Latvia', 2022, 15000, 9), (2, 'Gibraltar Masters', 'Gibraltar', 'Gibraltar', 2022, 60000, 10), (3, 'Chennai Classic', 'Chennai', 'India', 2023, 40000, 7), (4, 'Riga Open', 'Riga', 'Latvia', 2023, 18000, 9), (5, 'Reykjavik Cup', 'Reykjavik', 'Iceland', 2024, 25000, 9)) AS t("Tournament_ID", "Tournament_Name", "City", "Country", "Year", "Prize_Fund", "Rounds");
CREATE TABLE entry AS FROM (VALUES (1, 1, 7.5, 1), (1, 2, 6.0, 3), (1, 4, 6.5, 2), (2, 1, 7.0, 2), (2, 5, 8.0, 1), (2, 6, 6.5, 3), (2, 8, 5.0, 4), (3, 6, 5.5, 1), (3, 8, 5.0, 2), (3, 3, 3.5, 3), (4, 2, 7.0, 1), (4, 3, 4.5, 3), (4, 4, 6.5, 2), (2, 4, 4.5, 5)) AS t("Tournament_ID", "Player_ID", "Points", "Final_Rank");
CREATE TABLE game AS FROM (VALUES (1, 1, 1, 2, 'white', 'Sicilian Defense', 41), (2, 1, 2, 4, 'draw', 'Queen''s Gambit', 33), (3, 1, 4, 1, 'draw', 'English Opening', 60), (4, 2, 5, 1, 'white', 'Ruy Lopez', 52), (5, 2, 6, 8, 'white', 'Sicilian Defense', 28), (6, 2, 8, 5, 'black', 'Caro-Kann', 47), (7, 2, 4, 6, 'black', 'Sicilian Defense', 39), (8, 3, 6, 3, 'white', 'Ruy Lopez', 25), (9, 3, 3, 8, 'black', 'Queen''s Gambit', 36), (10, 4, 2, 3, 'white', 'English Opening', 44), (11, 4, 4, 2, 'black', 'Ruy Lopez', 58)) AS t("Game_ID", "Tournament_ID", "White_Player_ID", "Black_Player_ID", "Result", "Opening", "Moves");

-- What are the names and ratings of all players, from the highest rating to the lowest?
SELECT "Name", "Rating" FROM player ORDER BY "Rating" DESC;
-- How many players are there from each federation?
SELECT "Federation", count(*) FROM player GROUP BY 1;
-- What is the name of the tournament with the largest prize fund?
SELECT "Tournament_Name" FROM tournament ORDER BY "Prize_Fund" DESC LIMIT 1;
-- Show the names of players who played in the Gibraltar Masters.
SELECT "Name" FROM player JOIN entry USING ("Player_ID") JOIN tournament USING ("Tournament_ID") WHERE "Tournament_Name" = 'Gibraltar Masters';
-- Find the players who have not entered any tournament.
SELECT "Name" FROM player WHERE "Player_ID" NOT IN (SELECT "Player_ID" FROM entry);
-- What is the average number of moves for each opening?
SELECT "Opening", avg("Moves") FROM game GROUP BY 1;
-- Which opening was played the most?
SELECT "Opening" FROM game GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many games did Elena Petrova play with the white pieces?
SELECT count(*) FROM game JOIN player ON "White_Player_ID" = "Player_ID" WHERE "Name" = 'Elena Petrova';
-- Return the names of female players with a rating above 2500.
SELECT "Name" FROM player WHERE "Sex" = 'F' AND "Rating" > 2500;
-- Show the cities that hosted tournaments in both 2022 and 2023.
SELECT "City" FROM tournament WHERE "Year" = 2022 INTERSECT SELECT "City" FROM tournament WHERE "Year" = 2023;
-- Give the name and total points of each player across all tournaments, sorted by total points in descending order.
SELECT "Name", sum("Points") FROM player JOIN entry USING ("Player_ID") GROUP BY "Player_ID", 1 ORDER BY 2 DESC;
-- Which players are rated higher than the average rating?
SELECT "Name" FROM player WHERE "Rating" > (SELECT avg("Rating") FROM player);
-- How long did each game take in hours?
refuse
-- Who coached Priya Raman?
refuse
