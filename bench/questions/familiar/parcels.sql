-- A parcel service.
CREATE TABLE depot AS FROM (VALUES ('BRM', 'Bremmer Yard', 'Hamburg', 2003, 45), ('KLN', 'Rheinpark', 'Cologne', 2011, 30), ('MUC', 'Isar South', 'Munich', 2016, 52), ('LPZ', 'Nordring', 'Leipzig', 2019, 18), ('STG', 'Neckar Hub', 'Stuttgart', 2022, 24)) AS t(depot_cd, depot_name, city, opened_yr, dock_doors);
CREATE TABLE driver AS FROM (VALUES (1, 'Jana', 'Brandt', '1985-02-11', 'BRM', '2010-04-01', 17.5), (2, 'Okan', 'Yildiz', '1990-07-23', 'BRM', '2015-09-15', 16.2), (3, 'Felix', 'Kohl', '1978-12-05', 'KLN', '2012-01-10', 18.9), (4, 'Mira', 'Stein', '1996-05-30', 'MUC', '2020-06-01', 15.4), (5, 'Tariq', 'Haddad', '1988-10-17', 'MUC', '2017-03-20', 16.8), (6, 'Lena', 'Vogt', '1993-03-08', 'LPZ', '2021-11-02', 15.1), (7, 'Paul', 'Reuter', '2000-08-19', 'KLN', '2023-02-13', 14.6), (8, 'Nadia', 'Popescu', '1982-01-27', NULL, '2014-08-08', 17.9)) AS t(drv_id, first_name, last_name, birth_dt, home_depot, hired_on, hourly_rate);
CREATE TABLE route AS FROM (VALUES (201, 'BRM', 'Altona loop', 64, 'van'), (202, 'BRM', 'Harbor run', 41, 'bike'), (203, 'KLN', 'Left bank', 58, 'van'), (204, 'MUC', 'Airport line', 97, 'truck'), (205, 'MUC', 'Old town', 22, 'bike'), (206, 'LPZ', 'Fairground', 73, 'van'), (207, 'STG', 'Hill circuit', 35, 'van')) AS t(route_no, depot_cd, route_name, km, vehicle_type);
CREATE TABLE route_driver AS FROM (VALUES (201, 1), (201, 2), (202, 2), (203, 3), (203, 7), (204, 4), (204, 5), (205, 5), (206, 6), (202, 1)) AS t(route_no, drv_id);
CREATE TABLE client AS FROM (VALUES (1, 'Papierhaus GmbH', 'business', 'Hamburg'), (2, 'Sofia Lorenz', 'private', 'Munich'), (3, 'Blumenwerk', 'business', 'Cologne'), (4, 'Henrik Maas', 'private', 'Hamburg'), (5, 'Tonstudio Echo', 'business', 'Leipzig'), (6, 'Greta Funke', 'private', 'Munich'), (7, 'Fahrradladen Nord', 'business', 'Hamburg')) AS t(client_no, client_name, client_type, city);
CREATE TABLE parcel AS SELECT 'P' || (1000 + i) AS tracking_no, 1 + ((i * i) % 19) % 6 AS client_no, 201 + ((i * 5) % 23) % 6 AS route_no, round(0.4 + ((i * 13) % 180) / 10.0, 1) AS weight_kg, ['S', 'M', 'L', 'XL'][1 + (i * 7) % 4] AS size_cd, round(3.5 + ((i * 19) % 140) / 10.0, 2) AS postage_eur, DATE '2023-01-04' + ((i * 9) % 500)::INT AS sent_dt, CASE WHEN i % 11 = 5 THEN NULL ELSE DATE '2023-01-04' + ((i * 9) % 500)::INT + 1 + ((i * 3) % 5)::INT END AS delivered_dt, ['DLV', 'DLV', 'RET', 'DLV', 'LST'][1 + (i * 3) % 5] AS status, i % 4 = 1 AS insured FROM range(0, 140) AS r(i);

-- How many parcels weigh more than 10 kg?
SELECT count(*) FROM parcel WHERE weight_kg > 10;
-- Names of the drivers who earn more than the average
SELECT first_name, last_name FROM driver WHERE hourly_rate > (SELECT avg(hourly_rate) FROM driver);
-- Which routes start at the Hamburg depot?
SELECT route_name FROM route JOIN depot USING (depot_cd) WHERE city = 'Hamburg';
-- How many routes does each depot have?
SELECT depot_name, count(*) FROM depot JOIN route USING (depot_cd) GROUP BY 1;
-- Which driver has no home depot?
SELECT first_name, last_name FROM driver WHERE home_depot IS NULL;
-- Which routes have no driver?
SELECT route_name FROM route WHERE route_no NOT IN (SELECT route_no FROM route_driver);
-- Who drives the Airport line?
SELECT first_name, last_name FROM driver JOIN route_driver USING (drv_id) JOIN route USING (route_no) WHERE route_name = 'Airport line';
-- Which drivers drive more than one route?
SELECT first_name, last_name FROM driver JOIN route_driver USING (drv_id) GROUP BY drv_id, 1, 2 HAVING count(*) > 1;
-- Which drivers drive a van and a bike?
SELECT first_name, last_name FROM driver WHERE drv_id IN (SELECT drv_id FROM route_driver JOIN route USING (route_no) WHERE vehicle_type = 'van') AND drv_id IN (SELECT drv_id FROM route_driver JOIN route USING (route_no) WHERE vehicle_type = 'bike');
-- Which clients have never sent a parcel?
SELECT client_name FROM client WHERE client_no NOT IN (SELECT client_no FROM parcel);
-- Which client sent the most parcels?
SELECT client_name FROM client JOIN parcel USING (client_no) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many kilos did Blumenwerk send in total?
SELECT sum(weight_kg) FROM parcel JOIN client USING (client_no) WHERE client_name = 'Blumenwerk';
-- What is the average postage of insured parcels?
SELECT avg(postage_eur) FROM parcel WHERE insured;
-- How many parcels haven't been delivered yet?
SELECT count(*) FROM parcel WHERE delivered_dt IS NULL;
-- What percentage of parcels were insured?
SELECT 100.0 * count(*) FILTER (insured) / count(*) FROM parcel;
-- Which private clients live in Munich?
SELECT client_name FROM client WHERE client_type = 'private' AND city = 'Munich';
-- How many parcels of each size were sent in 2023?
SELECT size_cd, count(*) FROM parcel WHERE year(sent_dt) = 2023 GROUP BY 1;
-- What's the longest route?
SELECT route_name FROM route ORDER BY km DESC LIMIT 1;
-- What is the total length of all van routes?
SELECT sum(km) FROM route WHERE vehicle_type = 'van';
-- Which depots opened after 2010 have more than 25 dock doors?
SELECT depot_name FROM depot WHERE opened_yr > 2010 AND dock_doors > 25;
-- Which clients sent parcels on the Old town route but not on the Left bank route?
SELECT client_name FROM client WHERE client_no IN (SELECT client_no FROM parcel JOIN route USING (route_no) WHERE route_name = 'Old town') AND client_no NOT IN (SELECT client_no FROM parcel JOIN route USING (route_no) WHERE route_name = 'Left bank');
-- List the 5 heaviest parcels with their tracking number and weight.
SELECT tracking_no, weight_kg FROM parcel ORDER BY weight_kg DESC LIMIT 5;
-- How many days does it take on average to deliver a parcel?
SELECT avg(delivered_dt - sent_dt) FROM parcel;
-- Which drivers were hired before 2015?
SELECT first_name, last_name FROM driver WHERE hired_on < '2015-01-01';
-- Who is the youngest driver?
SELECT first_name, last_name FROM driver ORDER BY birth_dt DESC LIMIT 1;
-- Which city has the most clients?
SELECT city FROM client GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- total postage per client type
SELECT client_type, sum(postage_eur) FROM client JOIN parcel USING (client_no) GROUP BY 1;
-- What is the heaviest parcel that each client sent?
SELECT client_name, max(weight_kg) FROM client JOIN parcel USING (client_no) GROUP BY 1;
-- Which routes carried at least 25 parcels?
SELECT route_name FROM route JOIN parcel USING (route_no) GROUP BY 1 HAVING count(*) >= 25;
-- Which depots have neither a truck nor a bike route?
SELECT depot_name FROM depot WHERE depot_cd NOT IN (SELECT depot_cd FROM route WHERE vehicle_type IN ('truck', 'bike'));
-- How many parcels were lost?
SELECT count(*) FROM parcel WHERE status = 'LST';
-- What did the parcel P1004 contain?
refuse
-- Which drivers had an accident?
refuse
-- How many clients complained in 2023?
refuse
-- What is the fuel consumption of the Altona loop?
refuse
-- Who manages the Rheinpark depot?
refuse
