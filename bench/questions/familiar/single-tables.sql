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
CREATE TABLE roster AS FROM (VALUES ('Vern Fleet', '42', 'United States', 'Guard', '1999-2002', 'Iowa State'), ('Aleks Radov', '5', 'Serbia', 'Forward', '2004-05', 'Partizan Belgrade'), ('Tim Oakes', '7', 'Canada', 'Center', '1998-2000', 'Duke'), ('Lamar Hart', '42', 'United States', 'Forward-Center', '2001-03', 'Rhode Island'), ('Rafa Sosa', '15', 'Spain', 'Guard', '2005-present', 'Tau Cerámica'), ('Carl Dunn', '33', 'United States', 'Forward', '2003-2006', 'Duke')) AS t(Player, "No.", Nationality, Position, "Years in Toronto", "School/Club Team");
-- What is the nationality of the player who wore number 5?
SELECT Nationality FROM roster WHERE "No." = '5';
-- Who is the player from Rhode Island?
SELECT Player FROM roster WHERE "School/Club Team" = 'Rhode Island';
-- What years did Tim Oakes play in Toronto?
SELECT "Years in Toronto" FROM roster WHERE Player = 'Tim Oakes';
-- What school did Vern Fleet attend?
SELECT "School/Club Team" FROM roster WHERE Player = 'Vern Fleet';
-- How many players went to Duke?
SELECT count(*) FROM roster WHERE "School/Club Team" = 'Duke';
-- Which guard was in Toronto 2005-present?
SELECT Player FROM roster WHERE Position = 'Guard' AND "Years in Toronto" = '2005-present';
-- What number did the player from Serbia wear?
SELECT "No." FROM roster WHERE Nationality = 'Serbia';
-- What is Carl Dunn's position?
SELECT Position FROM roster WHERE Player = 'Carl Dunn';
-- Which players wore 42?
SELECT Player FROM roster WHERE "No." = '42';
CREATE TABLE leaderboard AS FROM (VALUES ('1', 'Al Mercer', 'United States', '67-69-70=206', '-7', 120000), ('T2', 'Ian Boyd', 'Scotland', '70-68-70=208', '-5', 64000), ('T2', 'Sven Falk', 'Sweden', '71-67-70=208', '-5', 64000), ('4', 'Ray Doyle', 'Ireland', '70-71-68=209', '-4', 38000), ('T5', 'Hugh Bell', 'England', '73-69-69=211', '-2', 26000), ('T5', 'Bo Tran', 'United States', '69-72-70=211', '-2', 26000)) AS t(Place, Player, Country, Score, "To par", "Money ($)");
-- What is the to par for Sven Falk?
SELECT "To par" FROM leaderboard WHERE Player = 'Sven Falk';
-- What country is the player with a score of 70-71-68=209 from?
SELECT Country FROM leaderboard WHERE Score = '70-71-68=209';
-- Who placed 4?
SELECT Player FROM leaderboard WHERE Place = '4';
-- How much money did Ian Boyd win?
SELECT "Money ($)" FROM leaderboard WHERE Player = 'Ian Boyd';
-- What is the total money for players from the United States?
SELECT sum("Money ($)") FROM leaderboard WHERE Country = 'United States';
-- Which place has a to par of -5 and Scotland as the country?
SELECT Place FROM leaderboard WHERE "To par" = '-5' AND Country = 'Scotland';
-- Name the score for Hugh Bell
SELECT Score FROM leaderboard WHERE Player = 'Hugh Bell';
-- What is the average money of the player who is not from the United States?
SELECT avg("Money ($)") FROM leaderboard WHERE Country <> 'United States';
CREATE TABLE schedule AS FROM (VALUES (1, 'September 7, 1986', 'Denver Broncos', 'L 38-36', 75695, '0-1'), (2, 'September 14, 1986', 'New York Giants', 'L 20-9', 71164, '0-2'), (3, 'September 21, 1986', 'San Diego Chargers', 'W 17-13', 60153, '1-2'), (4, 'September 28, 1986', 'Kansas City Chiefs', 'W 24-17', 69051, '2-2'), (5, 'October 5, 1986', 'Kansas City Chiefs', 'L 27-10', 48000, '2-3'), (6, 'October 12, 1986', 'Seattle Seahawks', 'W 14-10', 70635, '3-3')) AS t(Week, "Date", Opponent, Result, Attendance, Record);
-- What was the attendance in week 3?
SELECT Attendance FROM schedule WHERE Week = 3;
-- Who was the opponent on October 12, 1986?
SELECT Opponent FROM schedule WHERE "Date" = 'October 12, 1986';
-- What was the result of the game against the New York Giants?
SELECT Result FROM schedule WHERE Opponent = 'New York Giants';
-- What is the highest attendance when the opponent was the Kansas City Chiefs?
SELECT max(Attendance) FROM schedule WHERE Opponent = 'Kansas City Chiefs';
-- What week was the game with an attendance of 48,000?
SELECT Week FROM schedule WHERE Attendance = 48000;
-- What was the record after the game with the Seattle Seahawks?
SELECT Record FROM schedule WHERE Opponent = 'Seattle Seahawks';
-- What is the lowest week with an attendance greater than 70,000?
SELECT min(Week) FROM schedule WHERE Attendance > 70000;
-- How many weeks had a result of w 24-17?
SELECT count(*) FROM schedule WHERE Result = 'W 24-17';
-- On what date was the result l 38-36?
SELECT "Date" FROM schedule WHERE Result = 'L 38-36';
-- Before week 4, what was the attendance of the game against the Denver Broncos?
SELECT Attendance FROM schedule WHERE Week < 4 AND Opponent = 'Denver Broncos';
CREATE TABLE stations AS FROM (VALUES ('W214AB', 90.7, 'Amory, Mississippi', 10, 'D', 'FCC'), ('K237CD', 95.3, 'Austin, Texas', 250, 'D', 'FCC'), ('W276EF', 103.1, 'Selma, Alabama', 19, 'A', 'FCC'), ('K291GH', 106.1, 'Waco, Texas', 55, 'A', 'FCC'), ('W300IJ', 107.9, 'Tupelo, Mississippi', 10, 'D', 'FCC')) AS t("Call sign", "Frequency MHz", "City of license", "ERP W", Class, "FCC info");
-- What is the call sign of the station in Selma, Alabama?
SELECT "Call sign" FROM stations WHERE "City of license" = 'Selma, Alabama';
-- What is the frequency of the station with the call sign K237CD?
SELECT "Frequency MHz" FROM stations WHERE "Call sign" = 'K237CD';
-- What is the sum of the ERP W for class A?
SELECT sum("ERP W") FROM stations WHERE Class = 'A';
-- Which city of license has a frequency MHz of 107.9?
SELECT "City of license" FROM stations WHERE "Frequency MHz" = 107.9;
-- What class is the station with an ERP W larger than 100?
SELECT Class FROM stations WHERE "ERP W" > 100;
-- What is the total number of ERP W where the call sign is W214AB?
SELECT count("ERP W") FROM stations WHERE "Call sign" = 'W214AB';
-- How many frequencies have an ERP W of 10?
SELECT count("Frequency MHz") FROM stations WHERE "ERP W" = 10;
CREATE TABLE finish AS FROM (VALUES ('Max Berg', 'Honda', 28, '43:10.559', 2), ('Leo Conti', 'Yamaha', 28, '+2.211', 1), ('Ken Abe', 'Yamaha', 28, '+11.870', 7), ('Pau Riba', 'Ducati', 27, '+1 lap', 11), ('Jan Kos', 'Honda', 14, 'Retirement', 5), ('Tom Ray', 'Suzuki', 9, 'Accident', 9)) AS t(Rider, Manufacturer, Laps, "Time/Retired", Grid);
-- Which rider had a time of +11.870?
SELECT Rider FROM finish WHERE "Time/Retired" = '+11.870';
-- How many laps did Jan Kos do on a grid of 5?
SELECT Laps FROM finish WHERE Rider = 'Jan Kos' AND Grid = 5;
-- What is the lowest grid for Yamaha with 28 laps?
SELECT min(Grid) FROM finish WHERE Manufacturer = 'Yamaha' AND Laps = 28;
-- What manufacturer has grid 11?
SELECT Manufacturer FROM finish WHERE Grid = 11;
-- Who was the rider that retired by accident?
SELECT Rider FROM finish WHERE "Time/Retired" = 'Accident';
-- What is the total number of laps for a grid larger than 8 made by Suzuki?
SELECT sum(Laps) FROM finish WHERE Grid > 8 AND Manufacturer = 'Suzuki';
-- What is the average grid for a Honda with fewer than 20 laps?
SELECT avg(Grid) FROM finish WHERE Manufacturer = 'Honda' AND Laps < 20;
-- What was Pau Riba's time?
SELECT "Time/Retired" FROM finish WHERE Rider = 'Pau Riba';
-- Which team does Max Berg ride for?
refuse
CREATE TABLE awards AS FROM (VALUES (1998, 'Olivier Award', 'Best Actress', 'Jane Moor', 'Nominated'), (1998, 'Tony Award', 'Best Musical', 'River of Gold', 'Won'), (1999, 'Drama Desk Award', 'Outstanding Actor', 'Paul Finch', 'Won'), (1999, 'Tony Award', 'Best Actor', 'Paul Finch', 'Nominated'), (2001, 'Olivier Award', 'Best Musical', 'River of Gold', 'Won'), (2004, 'Tony Award', 'Best Actress', 'Jane Moor', 'Won')) AS t(Year, Award, Category, Nominee, Result);
-- Who was nominated for Best Actor?
SELECT Nominee FROM awards WHERE Category = 'Best Actor';
-- In what year was Paul Finch nominated for a Tony Award?
SELECT Year FROM awards WHERE Nominee = 'Paul Finch' AND Award = 'Tony Award';
-- How many awards did River of Gold win?
SELECT count(*) FROM awards WHERE Nominee = 'River of Gold' AND Result = 'Won';
-- What was the result for Jane Moor before 2000?
SELECT Result FROM awards WHERE Nominee = 'Jane Moor' AND Year < 2000;
-- What is the latest year when the award was the Tony Award?
SELECT max(Year) FROM awards WHERE Award = 'Tony Award';
-- Which category did the nominee of Paul Finch win?
SELECT Category FROM awards WHERE Nominee = 'Paul Finch' AND Result = 'Won';
-- Name the award for 2001
SELECT Award FROM awards WHERE Year = 2001;
-- What is the first year that has a result of nominated?
SELECT min(Year) FROM awards WHERE Result = 'Nominated';
-- What award and category had the result of nominated in 1998?
SELECT Award, Category FROM awards WHERE Result = 'Nominated' AND Year = 1998;
-- How many years had the nominee Jane Moor?
SELECT count(Year) FROM awards WHERE Nominee = 'Jane Moor';
-- Who was the last winner?
refuse
CREATE TABLE census AS FROM (VALUES ('Ashby', 812, 1040, 28.1, 'Market town', '01530'), ('Bexton', 95, 88, -7.4, 'Village', '01565'), ('Carle', 2210, 2954, 33.7, 'Market town', '01228'), ('Denby', 640, 640, 0.0, 'Village', '01773'), ('Elm', 402, 377, -6.2, 'Hamlet', '01945')) AS t(Parish, "Population 1991", "Population 2001", "Change (%)", "Type", "Area code");
-- What was the population in 2001 of Carle?
SELECT "Population 2001" FROM census WHERE Parish = 'Carle';
-- Which parish has a population 1991 of 95?
SELECT Parish FROM census WHERE "Population 1991" = 95;
-- What is the change (%) of the parish with the area code 01945?
SELECT "Change (%)" FROM census WHERE "Area code" = '01945';
-- What is the highest population 2001 of a village?
SELECT max("Population 2001") FROM census WHERE "Type" = 'Village';
-- How many parishes had a change under 0?
SELECT count(*) FROM census WHERE "Change (%)" < 0;
-- Which parishes have a population 2001 over 600 and a type of Village?
SELECT Parish FROM census WHERE "Population 2001" > 600 AND "Type" = 'Village';
-- What was the total population in 1991 of the market towns?
SELECT sum("Population 1991") FROM census WHERE "Type" = 'Market town';
-- What type is Elm?
SELECT "Type" FROM census WHERE Parish = 'Elm';
-- Which parish shrank the most?
refuse
