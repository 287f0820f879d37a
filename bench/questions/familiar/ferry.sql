-- Ferries between ports.
CREATE TABLE ports AS FROM (VALUES ('OBN', 'Oban', 'Scotland', 4), ('CRA', 'Craignure', 'Scotland', 2), ('DUB', 'Dublin', 'Ireland', 12), ('HLY', 'Holyhead', 'Wales', 6), ('BEL', 'Belfast', 'Northern Ireland', 9), ('LIV', 'Liverpool', 'England', 8), ('STR', 'Stranraer', 'Scotland', 3)) AS t(port_code, port_name, country, berths);
CREATE TABLE operators AS FROM (VALUES (1, 'Celtic Line', 'Ireland', 1968), (2, 'Hebridean Ferries', 'Scotland', 1951), (3, 'Mersey Sea', 'England', 1999)) AS t(operator_id, operator_name, country, founded_year);
CREATE TABLE vessels AS FROM (VALUES (1, 'MV Gannet', 2, 1998, 450, 60, 15.5), (2, 'MV Kittiwake', 2, 2011, 980, 140, 17.0), (3, 'Spirit of Meath', 1, 2003, 1500, 420, 22.0), (4, 'Spirit of Clare', 1, 2019, 1800, 510, 23.5), (5, 'Mersey Star', 3, 2007, 1200, 300, 21.0), (6, 'Old Puffin', 2, 1979, 200, 20, 12.0)) AS t(vessel_id, vessel_name, operator_id, built, passenger_capacity, car_capacity, speed_knots);
CREATE TABLE routes AS FROM (VALUES (10, 'OBN', 'CRA', 9.0, 46), (11, 'CRA', 'OBN', 9.0, 46), (12, 'DUB', 'HLY', 67.0, 195), (13, 'HLY', 'DUB', 67.0, 195), (14, 'BEL', 'LIV', 155.0, 480), (15, 'LIV', 'DUB', 138.0, 450), (16, 'LIV', 'BEL', 155.0, 480)) AS t(route_id, origin_port, destination_port, distance_nm, duration_min);
CREATE TABLE sailings AS FROM (VALUES (1, 10, 1, TIMESTAMP '2024-05-01 08:00:00', 'completed', 210), (2, 11, 1, TIMESTAMP '2024-05-01 10:00:00', 'completed', 185), (3, 12, 3, TIMESTAMP '2024-05-01 14:30:00', 'completed', 1240), (4, 13, 3, TIMESTAMP '2024-05-02 08:15:00', 'delayed', 1102), (5, 14, 5, TIMESTAMP '2024-05-02 22:00:00', 'completed', 640), (6, 16, 5, TIMESTAMP '2024-05-03 22:00:00', 'cancelled', 0), (7, 12, 4, TIMESTAMP '2024-06-10 14:30:00', 'completed', 1695), (8, 13, 4, TIMESTAMP '2024-06-11 08:15:00', 'completed', 1580), (9, 10, 2, TIMESTAMP '2024-06-12 08:00:00', 'delayed', 702), (10, 15, 5, TIMESTAMP '2024-06-15 21:30:00', 'cancelled', 0), (11, 10, 2, TIMESTAMP '2024-07-02 08:00:00', 'completed', 850)) AS t(sailing_id, route_id, vessel_id, departs_at, status, passengers);

-- Which vessels can carry more than 1000 passengers?
SELECT vessel_name FROM vessels WHERE passenger_capacity > 1000;
-- How many vessels does each operator own? Return the operator name and the count.
SELECT operator_name, count(*) FROM operators JOIN vessels USING (operator_id) GROUP BY 1;
-- What is the newest vessel of Celtic Line?
SELECT vessel_name FROM vessels JOIN operators USING (operator_id) WHERE operator_name = 'Celtic Line' ORDER BY built DESC LIMIT 1;
-- How many sailings were cancelled?
SELECT count(*) FROM sailings WHERE status = 'cancelled';
-- How many routes depart from Liverpool?
SELECT count(*) FROM routes JOIN ports ON origin_port = port_code WHERE port_name = 'Liverpool';
-- What is the distance of the route from Dublin to Holyhead?
SELECT distance_nm FROM routes JOIN ports o ON origin_port = o.port_code JOIN ports d ON destination_port = d.port_code WHERE o.port_name = 'Dublin' AND d.port_name = 'Holyhead';
-- What is the total number of passengers carried by each vessel?
SELECT vessel_name, sum(passengers) FROM vessels JOIN sailings USING (vessel_id) GROUP BY 1;
-- Which vessels have never sailed?
SELECT vessel_name FROM vessels WHERE vessel_id NOT IN (SELECT vessel_id FROM sailings);
-- What is the average speed of the vessels built after 2000?
SELECT avg(speed_knots) FROM vessels WHERE built > 2000;
-- How many sailings departed per month?
SELECT month(departs_at), count(*) FROM sailings GROUP BY 1;
-- Which ports are not the destination of any route?
SELECT port_name FROM ports WHERE port_code NOT IN (SELECT destination_port FROM routes);
-- List the names of Scottish ports with their number of berths.
SELECT port_name, berths FROM ports WHERE country = 'Scotland';
-- How much does a ticket from Belfast to Liverpool cost?
refuse
-- Who is the captain of the Mersey Star?
refuse
