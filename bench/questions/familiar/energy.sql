-- Power plants.
CREATE TABLE regions AS FROM (VALUES ('NO', 'Northern Plains', 2400000), ('SO', 'South Coast', 5100000), ('EA', 'Eastern Hills', 1300000), ('WE', 'West Valley', 3600000), ('IS', 'Islands', 90000)) AS t(region_code, region_name, population);
CREATE TABLE plants AS FROM (VALUES (1, 'Alder Creek', 'Hydro', 320.0, 1968, 'NO'), (2, 'Brine Point', 'Gas', 850.0, 1999, 'SO'), (3, 'Coalbrook', 'Coal', 1200.0, 1974, 'EA'), (4, 'Dune Park', 'Wind', 140.5, 2012, 'SO'), (5, 'Eagle Ridge', 'Wind', 95.0, 2017, 'EA'), (6, 'Fairmont', 'Nuclear', 1600.0, 1985, 'WE'), (7, 'Golden Mesa', 'Solar', 210.0, 2019, 'WE'), (8, 'Harbor Light', 'Gas', 410.0, 2004, 'SO'), (9, 'Iron Gate', 'Coal', 760.0, 1981, 'NO'), (10, 'Juniper Flats', 'Solar', 65.0, 2021, 'NO'), (11, 'Kettle Bay', 'Gas', 300.0, 2008, 'SO')) AS t(plant_id, plant_name, fuel, capacity_mw, commissioned_year, region_code);
CREATE TABLE generation AS SELECT p.i AS plant_id, DATE '2022-01-01' + INTERVAL (m) MONTH AS month, round([150, 420, 610, 40, 25, 1100, 50, 190, 380][p.i] * (600 + (m * 37 + p.i * 11) % 130)) AS mwh, round((m * 13 + p.i * 7) % 40 / 10 + 91, 1) AS availability_pct FROM range(1, 10) AS p(i), range(0, 18) AS t(m);
CREATE TABLE outages AS FROM (VALUES (1, 2, TIMESTAMP '2022-02-03 04:10:00', 36.5, 'Equipment failure', true), (2, 3, TIMESTAMP '2022-03-17 11:00:00', 120.0, 'Maintenance', false), (3, 6, TIMESTAMP '2022-05-02 00:00:00', 480.0, 'Maintenance', false), (4, 2, TIMESTAMP '2022-07-21 15:45:00', 8.0, 'Storm', true), (5, 4, TIMESTAMP '2022-11-09 22:30:00', 14.0, 'Storm', true), (6, 9, TIMESTAMP '2022-12-24 06:00:00', 60.0, 'Equipment failure', true), (7, 3, TIMESTAMP '2023-01-15 09:20:00', 22.0, 'Equipment failure', true), (8, 8, TIMESTAMP '2023-02-27 13:00:00', 5.5, 'Grid fault', true), (9, 5, TIMESTAMP '2023-03-08 19:10:00', 30.0, 'Storm', true), (10, 6, TIMESTAMP '2023-04-30 00:00:00', 504.0, 'Maintenance', false), (11, 3, TIMESTAMP '2023-06-11 07:40:00', 75.0, 'Fuel shortage', true)) AS t(outage_id, plant_id, started_at, duration_hours, cause, is_forced);

-- What is the total capacity of all plants?
SELECT sum(capacity_mw) FROM plants;
-- Which plant has the largest capacity?
SELECT plant_name FROM plants ORDER BY capacity_mw DESC LIMIT 1;
-- How many plants run on gas?
SELECT count(*) FROM plants WHERE fuel = 'Gas';
-- How much capacity does each fuel have?
SELECT fuel, sum(capacity_mw) FROM plants GROUP BY 1;
-- Which wind plants are in the Eastern Hills?
SELECT plant_name FROM plants JOIN regions USING (region_code) WHERE fuel = 'Wind' AND region_name = 'Eastern Hills';
-- Show the total generation per region.
SELECT region_name, sum(mwh) FROM generation JOIN plants USING (plant_id) JOIN regions USING (region_code) GROUP BY 1;
-- Which regions have no plants?
SELECT region_name FROM regions WHERE region_code NOT IN (SELECT region_code FROM plants);
-- How many outages were caused by storms?
SELECT count(*) FROM outages WHERE cause = 'Storm';
-- What was the longest outage in 2022?
SELECT max(duration_hours) FROM outages WHERE year(started_at) = 2022;
-- What is the average outage duration by cause?
SELECT cause, avg(duration_hours) FROM outages GROUP BY 1;
-- Which plant had the most outages?
SELECT plant_name FROM plants JOIN outages USING (plant_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- Which plants never had an outage?
SELECT plant_name FROM plants WHERE plant_id NOT IN (SELECT plant_id FROM outages);
-- How many hours were coal plants out in total?
SELECT sum(duration_hours) FROM outages JOIN plants USING (plant_id) WHERE fuel = 'Coal';
-- List the plants commissioned after 2000 with their fuel and capacity.
SELECT plant_name, fuel, capacity_mw FROM plants WHERE commissioned_year > 2000;
-- What share of outages was forced?
SELECT 100.0 * count(*) FILTER (WHERE is_forced) / count(*) FROM outages;
-- How many forced outages were there per plant?
SELECT plant_name, count(*) FROM outages JOIN plants USING (plant_id) WHERE is_forced GROUP BY 1;
-- What was the total generation of Fairmont in 2022?
SELECT sum(mwh) FROM generation JOIN plants USING (plant_id) WHERE plant_name = 'Fairmont' AND year(month) = 2022;
-- Show total generation by month for 2022.
SELECT month, sum(mwh) FROM generation WHERE year(month) = 2022 GROUP BY 1;
-- What are the three oldest plants?
SELECT plant_name FROM plants ORDER BY commissioned_year LIMIT 3;
-- Which fuels have an average capacity above 500?
SELECT fuel FROM plants GROUP BY 1 HAVING avg(capacity_mw) > 500;
-- Which region generates the most electricity?
refuse
-- What is the availability of Coalbrook in March 2022?
SELECT availability_pct FROM generation JOIN plants USING (plant_id) WHERE plant_name = 'Coalbrook' AND month = DATE '2022-03-01';
-- List all outages longer than 100 hours.
SELECT * FROM outages WHERE duration_hours > 100;
-- How many plants does each region have, from most to least?
SELECT region_name, count(plant_id) FROM regions LEFT JOIN plants USING (region_code) GROUP BY 1 ORDER BY 2 DESC;
-- Which plants emit the most CO2?
refuse
-- What is the price of electricity in the South Coast?
refuse
