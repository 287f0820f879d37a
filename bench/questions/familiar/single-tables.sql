-- Tables that stand alone.
CREATE TABLE matches AS FROM (VALUES (1, '5 May 1990', 'Fitzroy', 'Carlton', '14.8 (92)', '17.11 (113)', 'Princes Park', 21384), (1, '5 May 1990', 'Geelong', 'Richmond', '20.16 (136)', '9.10 (64)', 'Kardinia Park', 18210), (2, '12 May 1990', 'Essendon', 'Hawthorn', '12.10 (82)', '13.13 (91)', 'Windy Hill', 25640), (2, '12 May 1990', 'Carlton', 'Geelong', '8.14 (62)', '11.9 (75)', 'Princes Park', 19877), (3, '19 May 1990', 'Richmond', 'Fitzroy', '10.12 (72)', '10.11 (71)', 'MCG', 23120), (3, '19 May 1990', 'Hawthorn', 'Collingwood', '16.9 (105)', '15.14 (104)', 'Waverley Park', 51230)) AS t(Round, "Date", "Home team", "Away team", "Home team score", "Away team score", Venue, Crowd);
-- What was the crowd when the home team was Geelong?
SELECT Crowd FROM matches WHERE "Home team" = 'Geelong';
-- Who was the away team at Windy Hill?
SELECT "Away team" FROM matches WHERE Venue = 'Windy Hill';
-- What is the largest crowd at Princes Park?
SELECT max(Crowd) FROM matches WHERE Venue = 'Princes Park';
-- What did the away team score when Hawthorn played at home?
SELECT "Away team score" FROM matches WHERE "Home team" = 'Hawthorn';
-- How many games drew a crowd over 22,000?
SELECT count(*) FROM matches WHERE Crowd > 22000;
-- On what date did Essendon play as the home team?
SELECT "Date" FROM matches WHERE "Home team" = 'Essendon';
-- Which venue had a crowd of 23120?
SELECT Venue FROM matches WHERE Crowd = 23120;
-- Name the home team score for Kardinia Park
SELECT "Home team score" FROM matches WHERE Venue = 'Kardinia Park';
-- Who won the Brownlow medal?
refuse
CREATE TABLE episodes AS FROM (VALUES (45, 1, 'Pilot Error', 'Ann Bell', 'Tom Reed', 'September 22, 2003', 9.41), (46, 2, 'Cold Feet', 'Joe Park', 'Lena Ortiz', 'September 29, 2003', 8.77), (47, 3, 'The Last Train', 'Ann Bell', 'Lena Ortiz & Tom Reed', 'October 6, 2003', 8.05), (48, 4, 'Fever', 'Mia Stone', 'Carl Voss', 'October 13, 2003', 7.62), (49, 5, 'Homecoming', 'Ann Bell', 'Carl Voss', 'November 3, 2003', 10.13)) AS t("No. in series", "No. in season", Title, "Directed by", "Written by", "Original air date", "U.S. viewers (millions)");
-- Who directed the episode "Fever"?
SELECT "Directed by" FROM episodes WHERE Title = 'Fever';
-- Who wrote Cold Feet?
SELECT "Written by" FROM episodes WHERE Title = 'Cold Feet';
-- How many episodes did Ann Bell direct?
SELECT count(*) FROM episodes WHERE "Directed by" = 'Ann Bell';
-- What is the title of the episode that aired on October 6, 2003?
SELECT Title FROM episodes WHERE "Original air date" = 'October 6, 2003';
-- How many million U.S. viewers watched "Homecoming"?
SELECT "U.S. viewers (millions)" FROM episodes WHERE Title = 'Homecoming';
-- When did "Pilot Error" first air?
SELECT "Original air date" FROM episodes WHERE Title = 'Pilot Error';
-- What is the number in the series of the episode written by Lena Ortiz?
SELECT "No. in series" FROM episodes WHERE "Written by" = 'Lena Ortiz';
-- Which episode had the most viewers?
SELECT Title FROM episodes ORDER BY "U.S. viewers (millions)" DESC LIMIT 1;
-- What is the production code of "Fever"?
refuse
CREATE TABLE standings AS FROM (VALUES (1, 'River FC', 30, 19, 7, 4, 55, 24, 64), (2, 'Old Town', 30, 18, 5, 7, 51, 30, 59), (3, 'Harbour United', 30, 14, 9, 7, 40, 33, 51), (4, 'Athletic', 30, 12, 6, 12, 38, 38, 42), (5, 'Northgate', 30, 7, 8, 15, 29, 47, 29), (6, 'Mill Lane', 30, 4, 5, 21, 21, 62, 17)) AS t(Position, Club, Played, Wins, Draws, Losses, "Goals for", "Goals against", Points);
-- How many points does Old Town have?
SELECT Points FROM standings WHERE Club = 'Old Town';
-- Which club has 9 draws?
SELECT Club FROM standings WHERE Draws = 9;
-- What is the lowest goals against?
SELECT min("Goals against") FROM standings;
-- What is the average goals for of clubs with more than 10 wins?
SELECT avg("Goals for") FROM standings WHERE Wins > 10;
-- What position is Athletic in?
SELECT Position FROM standings WHERE Club = 'Athletic';
-- How many clubs have fewer than 8 losses?
SELECT count(*) FROM standings WHERE Losses < 8;
-- What is the highest number of wins with goals against larger than 35?
SELECT max(Wins) FROM standings WHERE "Goals against" > 35;
-- What is the total points when the draws are less than 6 and wins are more than 10?
SELECT sum(Points) FROM standings WHERE Draws < 6 AND Wins > 10;
-- Who is the coach of Northgate?
refuse
CREATE TABLE draft AS FROM (VALUES (1, 'Dallas Stars', 'Erik Lund', 'Center', 'Sweden', 'Malmö (SHL)'), (2, 'Boston Bruins', 'Paul Roy', 'Goaltender', 'Canada', 'Laval (QMJHL)'), (3, 'Calgary Flames', 'Ivan Orlov', 'Left wing', 'Russia', 'CSKA Moscow'), (4, 'Dallas Stars', 'Sam Hill', 'Defence', 'United States', 'Boston College (NCAA)'), (5, 'New York Rangers', 'Jan Novak', 'Center', 'Czech Republic', 'Sparta Praha'), (6, 'Boston Bruins', 'Mike Dale', 'Defence', 'Canada', 'Regina (WHL)')) AS t("Pick #", "NHL team", Player, Position, Nationality, "College/junior/club team");
-- Which player was pick 3?
SELECT Player FROM draft WHERE "Pick #" = 3;
-- What position does Paul Roy play?
SELECT Position FROM draft WHERE Player = 'Paul Roy';
-- How many players did the Boston Bruins pick?
SELECT count(*) FROM draft WHERE "NHL team" = 'Boston Bruins';
-- What is the nationality of the player from Sparta Praha?
SELECT Nationality FROM draft WHERE "College/junior/club team" = 'Sparta Praha';
-- Which NHL team drafted Ivan Orlov?
SELECT "NHL team" FROM draft WHERE Player = 'Ivan Orlov';
-- Name the college/junior/club team for Mike Dale
SELECT "College/junior/club team" FROM draft WHERE Player = 'Mike Dale';
-- What is the lowest pick of a Canadian player?
SELECT min("Pick #") FROM draft WHERE Nationality = 'Canada';
-- Who is the center from Sweden?
SELECT Player FROM draft WHERE Position = 'Center' AND Nationality = 'Sweden';
-- How tall is Sam Hill?
refuse
CREATE TABLE elections AS FROM (VALUES ('Ohio 1', 'Steve Chabot', 'Republican', 1994, 'Re-elected', 'Steve Chabot (R) 53%', 'John Cranley (D) 47%'), ('Ohio 2', 'Jean Schmidt', 'Republican', 2005, 'Re-elected', 'Jean Schmidt (R) 51%', 'Victoria Wulsin (D) 49%'), ('Ohio 6', 'Ted Strickland', 'Democratic', 1992, 'Retired', 'Charlie Wilson (D) 62%', 'Chuck Blasdel (R) 38%'), ('Ohio 10', 'Dennis Kucinich', 'Democratic', 1996, 'Re-elected', 'Dennis Kucinich (D) 66%', 'Mike Dovilla (R) 34%'), ('Ohio 18', 'Bob Ney', 'Republican', 1994, 'Resigned', 'Zack Space (D) 62%', 'Joy Padgett (R) 38%')) AS t(District, Incumbent, Party, "First elected", Result, Winner, "Runner-up");
-- Which party does Bob Ney belong to?
SELECT Party FROM elections WHERE Incumbent = 'Bob Ney';
-- What was the result in the district Ohio 6?
SELECT Result FROM elections WHERE District = 'Ohio 6';
-- In what year was Jean Schmidt first elected?
SELECT "First elected" FROM elections WHERE Incumbent = 'Jean Schmidt';
-- Who are the incumbents first elected in 1994?
SELECT Incumbent FROM elections WHERE "First elected" = 1994;
-- How many incumbents were re-elected?
SELECT count(*) FROM elections WHERE Result = 'Re-elected';
-- List the districts with a Democratic incumbent.
SELECT District FROM elections WHERE Party = 'Democratic';
-- Which Republican incumbent did not get re-elected?
SELECT Incumbent FROM elections WHERE Party = 'Republican' AND Result <> 'Re-elected';
-- How many votes did Victoria Wulsin get?
refuse
CREATE TABLE towers AS FROM (VALUES ('Crown Point', 'Leeds', 112.5, 37, 2007, 'Office'), ('Sky House', 'Leeds', 110, 36, 2005, 'Residential'), ('West One', 'Sheffield', 68.2, 22, 2003, 'Residential'), ('St Paul''s', 'Sheffield', 101, 32, 2010, 'Residential'), ('Lister Mills', 'Bradford', 76, 0, 1873, 'Chimney'), ('Bank Place', 'Leeds', 95.6, 20, 1977, 'Office')) AS t(Name, City, "Height (m)", Floors, "Year built", Use);
-- How high is Sky House?
SELECT "Height (m)" FROM towers WHERE Name = 'Sky House';
-- What is the tallest building in Sheffield?
SELECT Name FROM towers WHERE City = 'Sheffield' ORDER BY "Height (m)" DESC LIMIT 1;
-- When was West One built?
SELECT "Year built" FROM towers WHERE Name = 'West One';
-- How many floors does Crown Point have?
SELECT Floors FROM towers WHERE Name = 'Crown Point';
-- Which buildings have between 20 and 35 floors?
SELECT Name FROM towers WHERE Floors BETWEEN 20 AND 35;
-- How many residential towers were built after 2004?
SELECT count(*) FROM towers WHERE Use = 'Residential' AND "Year built" > 2004;
-- What is the average height of office towers in Leeds?
SELECT avg("Height (m)") FROM towers WHERE Use = 'Office' AND City = 'Leeds';
-- Which city has the most towers?
SELECT City FROM towers GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- Who was the architect of St Paul's?
refuse
CREATE TABLE laptops AS FROM (VALUES (1, 'Asus', 'VivoBook 15', 'Core i5', 8, 512, 15.6, 549.0, 4.3, true), (2, 'Asus', 'ROG Zephyrus', 'Ryzen 9', 32, 1024, 14.0, 1899.0, 4.7, false), (3, 'Dell', 'XPS 13', 'Core i7', 16, 512, 13.4, 1299.0, 4.6, true), (4, 'Dell', 'Inspiron 15', 'Core i3', 8, 256, 15.6, 429.0, 3.9, true), (5, 'HP', 'Envy 16', 'Core i9', 32, 1024, 16.0, 1699.0, 4.4, true), (6, 'Lenovo', 'ThinkPad X1', 'Core i7', 16, 1024, 14.0, 1599.0, 4.8, false), (7, 'Lenovo', 'IdeaPad 3', 'Ryzen 5', 8, 256, 15.6, 399.0, 4.0, true)) AS t(id, brand, model, processor, ram_gb, storage_gb, screen_inches, price_usd, rating, in_stock);
-- What are the brands and models of all laptops with 16 GB of RAM?
SELECT brand, model FROM laptops WHERE ram_gb = 16;
-- What is the average price per brand?
SELECT brand, avg(price_usd) FROM laptops GROUP BY 1;
-- Which brand has the highest average rating?
SELECT brand FROM laptops GROUP BY 1 ORDER BY avg(rating) DESC LIMIT 1;
-- What is the cheapest laptop?
SELECT model FROM laptops ORDER BY price_usd LIMIT 1;
-- How many laptops cost more than 1000 dollars?
SELECT count(*) FROM laptops WHERE price_usd > 1000;
-- Which laptops are out of stock?
SELECT model FROM laptops WHERE NOT in_stock;
-- List the models with a rating of at least 4.5 sorted by price.
SELECT model FROM laptops WHERE rating >= 4.5 ORDER BY price_usd;
-- What is the price range of Dell laptops?
SELECT min(price_usd), max(price_usd) FROM laptops WHERE brand = 'Dell';
-- Show the top 3 laptops by rating.
SELECT model FROM laptops ORDER BY rating DESC LIMIT 3;
-- Which processors are used in more than one laptop?
SELECT processor FROM laptops GROUP BY 1 HAVING count(*) > 1;
-- What is the battery life of the XPS 13?
refuse
-- How many laptops does each brand have?
SELECT brand, count(*) FROM laptops GROUP BY 1;
