-- Shared bicycles.
CREATE TABLE stations AS FROM (VALUES (1, 'City Hall', 'Center', 24, DATE '2018-04-01'), (2, 'Riverfront', 'East', 18, DATE '2019-06-15'), (3, 'Campus', 'West', 30, DATE '2018-09-01'), (4, 'Zoo', 'West', 12, DATE '2021-05-20')) AS t(station_id, station_name, zone, docks, opened_on);
CREATE TABLE bikes AS FROM (VALUES (101, 'classic', 2018, 'available'), (102, 'electric', 2021, 'in use'), (103, 'classic', 2019, 'broken'), (104, 'electric', 2022, 'available'), (105, 'cargo', 2022, 'available')) AS t(bike_id, bike_type, purchase_year, status);
CREATE TABLE riders AS FROM (VALUES (1, 'Ines Moreau', 'annual', 34, 'Center'), (2, 'Tobias Funk', 'day pass', 22, 'West'), (3, 'Hana Kim', 'annual', 41, 'East'), (4, 'Joe Blake', 'monthly', 29, 'West'), (5, 'Petra Hahn', 'monthly', 57, 'Center')) AS t(rider_id, rider_name, plan, age, home_zone);
CREATE TABLE trips AS FROM (VALUES (1, 101, 1, 1, 2, TIMESTAMP '2023-06-01 08:00:00', 14, 2.8), (2, 102, 3, 2, 3, TIMESTAMP '2023-06-01 17:30:00', 22, 5.1), (3, 101, 2, 2, 4, TIMESTAMP '2023-06-03 11:10:00', 41, 6.0), (4, 104, 4, 3, 1, TIMESTAMP '2023-07-08 09:05:00', 17, 3.9), (5, 102, 1, 1, 3, TIMESTAMP '2023-07-09 19:00:00', 15, 4.2), (6, 104, 3, 3, 2, TIMESTAMP '2023-08-15 07:45:00', 25, 5.3), (7, 101, 1, 1, 2, TIMESTAMP '2023-08-20 08:02:00', 13, 2.8)) AS t(trip_id, bike_id, rider_id, start_station_id, end_station_id, started_at, minutes, km);

-- What is the average distance in km of trips made by annual riders?
SELECT avg(km) FROM trips JOIN riders USING (rider_id) WHERE plan = 'annual';
-- How many trips started at City Hall?
SELECT count(*) FROM trips JOIN stations ON start_station_id = station_id WHERE station_name = 'City Hall';
-- Which stations have more than 20 docks?
SELECT station_name FROM stations WHERE docks > 20;
-- How many bikes are available?
SELECT count(*) FROM bikes WHERE status = 'available';
-- List the names of riders who have never taken a trip.
SELECT rider_name FROM riders WHERE rider_id NOT IN (SELECT rider_id FROM trips);
-- What is the total number of minutes ridden by each rider?
SELECT rider_name, sum(minutes) FROM riders JOIN trips USING (rider_id) GROUP BY 1;
-- Which bike was used most often? Return the bike id and the number of trips.
SELECT bike_id, count(*) FROM trips GROUP BY 1 ORDER BY 2 DESC LIMIT 1;
-- How many trips went from City Hall to Riverfront?
SELECT count(*) FROM trips JOIN stations a ON start_station_id = a.station_id JOIN stations b ON end_station_id = b.station_id WHERE a.station_name = 'City Hall' AND b.station_name = 'Riverfront';
-- What is the average age of riders by plan?
SELECT plan, avg(age) FROM riders GROUP BY 1;
-- Which station was opened last?
SELECT station_name FROM stations ORDER BY opened_on DESC LIMIT 1;
-- Show the number of trips per month.
SELECT month(started_at), count(*) FROM trips GROUP BY 1;
-- Which different types of bikes were purchased after 2020?
SELECT DISTINCT bike_type FROM bikes WHERE purchase_year > 2020;
-- How many riders wore a helmet?
refuse
-- Which bikes were stolen?
refuse
