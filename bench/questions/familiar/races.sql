-- Motor races.
CREATE TABLE circuits AS FROM (VALUES (1, 'Albert Park', 'Melbourne', 'Australia'), (2, 'Sepang', 'Kuala Lumpur', 'Malaysia'), (3, 'Monza', 'Monza', 'Italy'), (4, 'Silverstone', 'Silverstone', 'UK'), (5, 'Interlagos', 'São Paulo', 'Brazil'), (6, 'Imola', 'Imola', 'Italy')) AS t(circuitId, name, location, country);
CREATE TABLE races AS FROM (VALUES (1, 2008, 1, 1, 'Australian Grand Prix', DATE '2008-03-16'), (2, 2008, 2, 2, 'Malaysian Grand Prix', DATE '2008-03-23'), (3, 2008, 9, 4, 'British Grand Prix', DATE '2008-07-06'), (4, 2008, 14, 3, 'Italian Grand Prix', DATE '2008-09-14'), (5, 2008, 18, 5, 'Brazilian Grand Prix', DATE '2008-11-02'), (6, 2009, 1, 1, 'Australian Grand Prix', DATE '2009-03-29'), (7, 2009, 8, 4, 'British Grand Prix', DATE '2009-06-21'), (8, 2009, 13, 3, 'Italian Grand Prix', DATE '2009-09-13')) AS t(raceId, year, round, circuitId, name, date);
CREATE TABLE drivers AS FROM (VALUES (1, 'Lewis', 'Hamilton', DATE '1985-01-07', 'British'), (2, 'Nick', 'Heidfeld', DATE '1977-05-10', 'German'), (3, 'Nico', 'Rosberg', DATE '1985-06-27', 'German'), (4, 'Fernando', 'Alonso', DATE '1981-07-29', 'Spanish'), (5, 'Jenson', 'Button', DATE '1980-01-19', 'British'), (6, 'Felipe', 'Massa', DATE '1981-04-25', 'Brazilian'), (7, 'Sebastian', 'Vettel', DATE '1987-07-03', 'German'), (8, 'Takuma', 'Sato', DATE '1977-01-28', 'Japanese')) AS t(driverId, forename, surname, dob, nationality);
CREATE TABLE constructors AS FROM (VALUES (1, 'McLaren', 'British'), (2, 'BMW Sauber', 'German'), (3, 'Williams', 'British'), (4, 'Renault', 'French'), (5, 'Ferrari', 'Italian'), (6, 'Minardi', 'Italian')) AS t(constructorId, name, nationality);
CREATE TABLE results AS SELECT i AS resultId, 1 + (i - 1) // 7 AS raceId, 1 + (i - 1) % 7 AS driverId, [1, 2, 3, 4, 1, 5, 2][1 + (i - 1) % 7] AS constructorId, 1 + (i * 3) % 7 AS grid, 1 + (i * 5 + i // 7) % 7 AS position, [10, 8, 6, 5, 4, 3, 2][1 + (i * 5 + i // 7) % 7] + CASE WHEN i % 7 = 4 THEN 2 ELSE 0 END AS points, 40 + (i * 7) % 19 AS laps FROM range(1, 57) AS t(i);

-- List the surnames of all German drivers.
SELECT surname FROM drivers WHERE nationality = 'German';
-- How many drivers are there of each nationality?
SELECT nationality, count(*) FROM drivers GROUP BY 1;
-- Which nationality has the most drivers?
SELECT nationality FROM drivers GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many races were held in 2008?
SELECT count(*) FROM races WHERE year = 2008;
-- On which circuits was a race held in 2009? Give their names.
SELECT DISTINCT c.name FROM circuits c JOIN races USING (circuitId) WHERE year = 2009;
-- Which circuit has never hosted a race?
SELECT name FROM circuits WHERE circuitId NOT IN (SELECT circuitId FROM races);
-- What is the total number of points scored by each driver? Show the surname and the total.
SELECT surname, sum(points) FROM drivers JOIN results USING (driverId) GROUP BY 1;
-- Which driver scored the most points in total?
SELECT forename, surname FROM drivers JOIN results USING (driverId) GROUP BY driverId, 1, 2 ORDER BY sum(points) DESC LIMIT 1;
-- How many points did Ferrari score?
SELECT sum(points) FROM results JOIN constructors USING (constructorId) WHERE name = 'Ferrari';
-- Which constructors are Italian?
SELECT name FROM constructors WHERE nationality = 'Italian';
-- Which constructors have no results?
SELECT name FROM constructors WHERE constructorId NOT IN (SELECT constructorId FROM results);
-- When was the British Grand Prix in 2009?
SELECT date FROM races WHERE name = 'British Grand Prix' AND year = 2009;
-- Where is the circuit Monza located?
SELECT location FROM circuits WHERE name = 'Monza';
-- How many circuits are in Italy?
SELECT count(*) FROM circuits WHERE country = 'Italy';
-- How many times did Lewis Hamilton finish in position 1?
SELECT count(*) FROM results JOIN drivers USING (driverId) WHERE surname = 'Hamilton' AND position = 1;
-- Who is the youngest driver?
SELECT forename, surname FROM drivers ORDER BY dob DESC LIMIT 1;
-- List the names and dates of the races in 2008, latest first.
SELECT name, date FROM races WHERE year = 2008 ORDER BY date DESC;
-- What is the average number of laps per race? Show the race id.
SELECT raceId, avg(laps) FROM results GROUP BY 1;
-- Which drivers have won a race?
SELECT DISTINCT forename, surname FROM drivers JOIN results USING (driverId) WHERE position = 1;
-- What is the best grid position of Fernando Alonso?
SELECT min(grid) FROM results JOIN drivers USING (driverId) WHERE surname = 'Alonso';
-- Find the drivers who scored more than 40 points in total.
SELECT surname FROM drivers JOIN results USING (driverId) GROUP BY driverId, surname HAVING sum(points) > 40;
-- List the drivers born in 1985.
SELECT forename, surname FROM drivers WHERE year(dob) = 1985;
-- How many different constructors did each driver drive for?
SELECT surname, count(DISTINCT constructorId) FROM drivers LEFT JOIN results USING (driverId) GROUP BY 1;
-- What was the fastest pit stop of Nico Rosberg?
refuse
-- Which drivers are married?
refuse
