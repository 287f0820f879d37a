-- An archery club: ranges, contests and what each archer scored in them.
CREATE TABLE Archer AS FROM (VALUES (1, 'Viola', 'Wagner', 'Oakham', DATE '1955-04-26', 'longbow', DATE '2023-09-13', 'overdue'), (2, 'Noor', 'Zapata', 'Oakham', DATE '2003-07-17', 'compound', DATE '2016-12-08', 'overdue'), (3, 'Frida', 'Xu', 'Wells', DATE '2002-04-01', 'longbow', DATE '2011-10-07', 'paid'), (4, 'Rhea', 'Lemaire', 'Wells', DATE '1997-09-21', 'compound', DATE '2016-04-26', 'paid'), (5, 'Rhea', 'Wagner', 'Ripon', DATE '1982-10-03', 'longbow', DATE '2016-03-09', 'paid'), (6, 'Leila', 'Jansen', 'Oakham', DATE '1957-01-05', 'longbow', DATE '2010-06-26', 'paid'), (7, 'Mateo', 'Eriksen', 'Wells', DATE '1977-10-28', 'longbow', DATE '2013-12-01', 'paid'), (8, 'Dmitri', 'Urbina', 'Wells', DATE '1960-11-04', 'recurve', DATE '2021-04-07', 'paid'), (9, 'Emeka', 'Gallo', 'Wells', DATE '2004-09-29', 'compound', DATE '2012-10-20', 'overdue'), (10, 'Willem', 'Ivanova', 'Wells', DATE '1956-03-22', 'compound', DATE '2011-07-28', 'paid'), (11, 'Bruno', 'Lemaire', 'Ripon', DATE '2001-04-22', 'compound', DATE '2017-11-13', 'paid'), (12, 'Viola', 'Cordero', 'Ripon', DATE '1968-05-25', 'longbow', DATE '2011-05-08', 'paid'), (13, 'Delia', 'Hassan', 'Ripon', DATE '1990-07-22', 'recurve', DATE '2023-06-28', 'paid'), (14, 'Birgit', 'Duval', 'Oakham', DATE '1972-10-18', 'compound', DATE '2014-11-15', 'paid'), (15, 'Leila', 'Lemaire', 'Ripon', DATE '1984-04-14', 'recurve', DATE '2011-11-19', 'paid'), (16, 'Frida', 'Lemaire', 'Wells', DATE '2001-04-12', 'compound', DATE '2016-09-18', 'paid'), (17, 'Delia', 'Schultz', 'Oakham', DATE '1967-03-22', 'recurve', DATE '2019-11-06', 'overdue'), (18, 'Viola', 'Orlov', 'Wells', DATE '1969-04-24', 'compound', DATE '2022-11-05', 'overdue'), (19, 'Olga', 'Jansen', 'Ripon', DATE '1961-11-17', 'recurve', DATE '2019-03-17', 'paid'), (20, 'Cyrus', 'Novak', 'Wells', DATE '1999-03-08', 'compound', DATE '2016-04-17', 'paid'), (21, 'Jonas', 'Lemaire', 'Oakham', DATE '2001-08-04', 'longbow', DATE '2010-02-01', 'paid'), (22, 'Anouk', 'Eriksen', 'Oakham', DATE '1987-10-25', 'longbow', DATE '2022-07-25', 'paid'), (23, 'Sven', 'Eriksen', 'Wells', DATE '1985-05-10', 'recurve', DATE '2018-03-28', 'overdue'), (24, 'Willem', 'Vogel', 'Ripon', DATE '1997-02-26', 'recurve', DATE '2024-01-12', 'paid'), (25, 'Mateo', 'Farkas', 'Ripon', DATE '1999-09-24', 'longbow', DATE '2023-12-16', 'overdue'), (26, 'Aldo', 'Vogel', 'Wells', DATE '1983-12-27', 'recurve', DATE '2022-07-28', 'paid')) AS t(ArcherNo, FirstName, FamilyName, Town, BirthDate, BowType, JoinedOn, FeeStatus);
CREATE TABLE ShootingRange AS FROM (VALUES (1, 'Sherwood', 'outdoor', 12, 70), (2, 'Mill Barn', 'indoor', 6, 18), (3, 'Quarry', 'outdoor', 8, 90), (4, 'Old Gym', 'indoor', 4, 20)) AS t(RangeId, RangeName, Setting, Targets, MaxDistanceM);
CREATE TABLE Contest AS FROM (VALUES (1, 'Frostbite', 3, DATE '2023-01-22', 8, 'club'), (2, 'Spring Shoot', 3, DATE '2023-04-16', 10, 'county'), (3, 'Midsummer', 3, DATE '2023-06-24', 15, 'national'), (4, 'Robin Hood Day', 2, DATE '2023-09-09', 12, 'county'), (5, 'Harvest Shoot', 2, DATE '2023-10-07', 10, 'club'), (6, 'Frostbite II', 3, DATE '2024-01-21', 8, 'club'), (7, 'Easter Open', 3, DATE '2024-03-31', 15, 'national'), (8, 'Last Arrow', 1, DATE '2024-11-02', 5, 'club')) AS t(ContestId, ContestName, RangeId, ContestDate, EntryFee, ContestLevel);
CREATE TABLE Score AS FROM (VALUES (2, 6, 9, 289, 0, 0), (3, 5, 20, 457, 18, 0), (5, 2, 10, 467, 14, 0), (6, 6, 1, 227, 6, 0), (7, 1, 24, 371, 6, 0), (8, 4, 16, 418, 15, 1), (9, 2, 21, 248, 16, 0), (10, 2, 20, 453, 18, 1), (11, 4, 13, 578, 0, 0), (19, 1, 14, 245, 22, 0), (20, 5, 2, 476, 11, 1), (22, 3, 21, 498, 14, 1), (23, 5, 13, 413, 12, 0), (25, 1, 23, 188, 10, 0), (27, 7, 22, 227, 1, 0), (28, 4, 24, 371, 8, 0), (29, 3, 19, 283, 4, 0), (30, 3, 17, 309, 10, 0), (32, 5, 23, 330, 7, 1), (33, 5, 25, 247, 21, 0), (34, 7, 4, 368, 11, 1), (35, 3, 24, 386, 10, 1), (36, 3, 1, 482, 11, 0), (37, 5, 5, 508, 13, 0), (40, 4, 23, 246, 13, 1), (41, 1, 4, 317, 13, 0), (43, 3, 26, 323, 4, 1), (45, 7, 24, 285, 9, 0), (46, 2, 13, 202, 19, 0), (47, 2, 3, 501, 10, 0), (49, 7, 13, 462, 23, 0), (50, 2, 5, 511, 15, 0), (52, 6, 16, 504, 4, 0), (53, 1, 21, 568, 10, 1), (54, 3, 7, 505, 0, 0), (56, 6, 24, 235, 18, 1), (57, 3, 9, 400, 19, 0), (58, 4, 7, 382, 3, 0), (59, 3, 16, 566, 24, 0), (61, 5, 26, 476, 22, 0), (63, 5, 11, 192, 6, 0), (64, 6, 10, 490, 0, 1), (65, 1, 26, 311, 20, 0), (66, 7, 7, 185, 23, 0), (67, 7, 17, 408, 1, 0), (68, 5, 16, 335, 11, 1), (70, 4, 14, 569, 14, 0), (72, 7, 12, 282, 5, 0), (73, 2, 14, 275, 14, 1), (75, 4, 17, 259, 22, 1), (76, 2, 8, 398, 24, 0), (77, 7, 3, 518, 8, 0), (78, 2, 18, 215, 22, 0), (80, 3, 11, 278, 19, 0), (82, 6, 13, 423, 10, 0), (83, 5, 21, 583, 8, 0), (84, 1, 15, 504, 6, 0), (85, 3, 14, 359, 6, 0), (86, 1, 3, 275, 14, 0), (87, 1, 11, 335, 0, 0)) AS t(ScoreId, ContestId, ArcherNo, Points, Bullseyes, Disqualified);
CREATE TABLE Bow AS FROM (VALUES (1, 13, 'Samick', 30, 284, 'good'), (2, 10, 'Hoyt', 58, 114, 'worn'), (4, 26, 'Hoyt', 27, 1189, 'broken'), (6, 3, 'Samick', 40, 971, 'broken'), (8, 5, 'Win&Win', 38, 786, 'good'), (11, 10, 'Win&Win', 18, 760, 'broken'), (12, 8, 'Win&Win', 32, 1110, 'good'), (14, 19, 'Hoyt', 43, 485, 'worn'), (16, 9, 'Hoyt', 29, 1073, 'broken'), (17, 21, 'Hoyt', 30, 572, 'good'), (18, 19, 'Samick', 40, 652, 'good'), (19, 17, 'Hoyt', 57, 185, 'worn'), (20, 25, 'Win&Win', 26, 1109, 'worn'), (22, 3, 'Win&Win', 30, 972, 'worn'), (23, NULL, 'Win&Win', 38, 505, 'worn'), (24, NULL, 'Samick', 56, 762, 'good'), (25, NULL, 'Win&Win', 40, 214, 'worn'), (26, NULL, 'Samick', 38, 354, 'good')) AS t(BowId, ArcherNo, Brand, DrawWeightLb, PriceEur, State);

-- How many archers came in?
refuse
-- How many archers shoot a longbow?
SELECT count(*) FROM Archer WHERE BowType = 'longbow';
-- Which archers joined in 2023?
SELECT FirstName, FamilyName FROM Archer WHERE year(JoinedOn) = 2023;
-- Who is the oldest archer?
SELECT FirstName, FamilyName FROM Archer QUALIFY rank() OVER (ORDER BY BirthDate ASC) = 1;
-- Find the first and family name of archers from Wells whose fee is overdue.
SELECT FirstName, FamilyName FROM Archer WHERE Town = 'Wells' AND FeeStatus = 'overdue';
-- Which range has the most targets?
SELECT RangeName FROM ShootingRange QUALIFY rank() OVER (ORDER BY Targets DESC) = 1;
-- List the indoor ranges and their maximum distance.
SELECT RangeName, MaxDistanceM FROM ShootingRange WHERE Setting = 'indoor';
-- How many contests took place at Sherwood?
SELECT count(*) FROM Contest JOIN ShootingRange USING (RangeId) WHERE RangeName = 'Sherwood';
-- What is the average entry fee per contest level?
SELECT ContestLevel, avg(EntryFee) FROM Contest GROUP BY 1;
-- Who scored the most points at Midsummer?
SELECT FirstName, FamilyName FROM Archer JOIN Score USING (ArcherNo) JOIN Contest USING (ContestId) WHERE ContestName = 'Midsummer' QUALIFY rank() OVER (ORDER BY Points DESC) = 1;
-- What is the highest number of points in a national contest?
SELECT max(Points) FROM Score JOIN Contest USING (ContestId) WHERE ContestLevel = 'national';
-- How many archers took part in each contest?
SELECT ContestName, count(ArcherNo) FROM Contest LEFT JOIN Score USING (ContestId) GROUP BY ContestId, 1;
-- Which archers have never competed?
SELECT FirstName, FamilyName FROM Archer WHERE ArcherNo NOT IN (SELECT ArcherNo FROM Score);
-- Which archers were disqualified?
SELECT DISTINCT FirstName, FamilyName FROM Archer JOIN Score USING (ArcherNo) WHERE Disqualified = 1;
-- What is the average number of points of recurve archers?
SELECT avg(Points) FROM Score JOIN Archer USING (ArcherNo) WHERE BowType = 'recurve';
-- Which contest has no scores?
SELECT ContestName FROM Contest WHERE ContestId NOT IN (SELECT ContestId FROM Score);
-- How many bows don't belong to any archer?
SELECT count(*) FROM Bow WHERE ArcherNo IS NULL;
-- What is the most expensive Hoyt bow?
SELECT BowId FROM Bow WHERE Brand = 'Hoyt' QUALIFY rank() OVER (ORDER BY PriceEur DESC) = 1;
-- Which brands have an average price above 500?
SELECT Brand FROM Bow GROUP BY 1 HAVING avg(PriceEur) > 500;
-- How many broken bows are there of each brand?
SELECT Brand, count(*) FROM Bow WHERE State = 'broken' GROUP BY 1;
-- Which archers own more than one bow?
SELECT FirstName, FamilyName FROM Archer JOIN Bow USING (ArcherNo) GROUP BY ArcherNo, 1, 2 HAVING count(*) > 1;
-- Which contests were held in 2024, in chronological order?
SELECT ContestName, ContestDate FROM Contest WHERE year(ContestDate) = 2024 ORDER BY ContestDate;
-- How many bullseyes did archers from Ripon hit in total?
SELECT sum(Bullseyes) FROM Score JOIN Archer USING (ArcherNo) WHERE Town = 'Ripon';
-- What share of the archers is overdue with the fee?
SELECT 100.0 * count(*) FILTER (FeeStatus = 'overdue') / count(*) FROM Archer;
-- Which towns have more archers than Ripon?
SELECT Town FROM Archer GROUP BY 1 HAVING count(*) > (SELECT count(*) FROM Archer WHERE Town = 'Ripon');
-- Among the bows of brand Hoyt, how many are worn?
SELECT count(*) FROM Bow WHERE Brand = 'Hoyt' AND State = 'worn';
-- Which archers are left-handed?
refuse
-- What is the entry fee of the bows?
refuse
-- Who coached the junior team?
refuse
-- How many arrows were lost at Frostbite?
refuse
-- What is the draw weight of Sherwood?
refuse
-- Which contests were cancelled because of rain?
refuse
-- What is the phone number of the archers?
refuse
-- Which archers are better than Robin Hood?
refuse
