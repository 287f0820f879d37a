-- A city’s bus depots, drivers and trips.
CREATE TABLE depots AS FROM (VALUES (1, 'Hallgate', 'North', 40, 1958, true), (2, 'Mill Road', 'East', 25, 1974, false), (3, 'Riverside', 'South', 60, 2009, true), (4, 'Tannery Yard', 'West', 18, 1931, false), (5, 'Airport Park', 'South', 30, 2021, true)) AS t(depot_id, depot_name, district, capacity, opened, has_charger);
CREATE TABLE buses AS FROM (VALUES ('B101', 'Citaro', 'diesel', 2, 2008, 74, 276.0, 'active', false), ('B102', 'Citaro', 'hybrid', 3, 2022, 44, 171.0, 'workshop', true), ('B103', 'Volvo 7900', 'electric', 3, 2019, 38, 498.0, 'active', false), ('B104', 'Volvo 7900', 'electric', 1, 2014, 74, 515.0, 'retired', false), ('B105', 'Volvo 7900', 'diesel', 1, 2017, 74, 510.0, 'active', false), ('B106', 'Volvo 7900', 'diesel', 1, 2006, 74, 352.0, 'retired', false), ('B107', 'Solaris Urbino', 'diesel', 2, 2019, 44, 680.0, 'active', false), ('B108', 'Citaro', 'diesel', 2, 2011, 38, 757.0, 'active', true), ('B109', 'Volvo 7900', 'hybrid', 4, 2009, 44, 595.0, 'retired', true), ('B110', 'Citaro', 'hybrid', 2, 2006, 32, 272.0, 'active', true), ('B111', 'Enviro400', 'diesel', 3, 2010, 44, 511.0, 'active', true), ('B112', 'Enviro400', 'hybrid', 2, 2011, 52, 98.0, 'retired', true), ('B113', 'Citaro', 'electric', 3, 2015, 52, 526.0, 'active', true), ('B114', 'Enviro400', 'hybrid', 3, 2016, 44, 602.0, 'active', true), ('B115', 'Solaris Urbino', 'diesel', 3, 2018, 74, 334.0, 'active', true), ('B116', 'Enviro400', 'electric', 3, 2021, 52, 42.0, 'active', false), ('B117', 'Enviro400', 'electric', 3, 2007, 44, 90.0, 'workshop', true), ('B118', 'Citaro', 'hybrid', 3, 2014, 52, 96.0, 'workshop', false), ('B119', 'Citaro', 'electric', 4, 2006, 74, 324.0, 'active', false), ('B120', 'Solaris Urbino', 'hybrid', 1, 2020, 52, 552.0, 'active', true), ('B121', 'Citaro', 'electric', 1, 2008, 52, 302.0, 'active', false), ('B122', 'Enviro400', 'diesel', 1, 2009, 38, 697.0, 'active', true), ('B123', 'Citaro', 'diesel', 4, 2013, 52, 313.0, 'retired', false), ('B124', 'Volvo 7900', 'diesel', 2, 2019, 52, 643.0, 'active', false), ('B125', 'Solaris Urbino', 'electric', 3, 2007, 52, 702.0, 'active', false), ('B126', 'Volvo 7900', 'diesel', 4, 2006, 44, 418.0, 'workshop', false), ('B127', 'Solaris Urbino', 'diesel', 3, 2013, 74, 371.0, 'active', true), ('B128', 'Solaris Urbino', 'diesel', 2, 2017, 52, 367.0, 'workshop', true), ('B129', 'Citaro', 'diesel', 3, 2011, 44, 588.0, 'active', false), ('B130', 'Solaris Urbino', 'diesel', 2, 2012, 74, 280.0, 'active', false), ('B131', 'Enviro400', 'electric', 3, 2006, 74, 356.0, 'workshop', true), ('B132', 'Enviro400', 'diesel', 3, 2020, 52, 417.0, 'workshop', true), ('B133', 'Enviro400', 'diesel', 1, 2010, 52, 327.0, 'active', false), ('B134', 'Enviro400', 'electric', 2, 2020, 74, 538.0, 'retired', true), ('B135', 'Solaris Urbino', 'electric', 3, 2016, 32, 661.0, 'active', false), ('B136', 'Citaro', 'diesel', 3, 2020, 44, 95.0, 'active', true), ('B137', 'Citaro', 'electric', 4, 2008, 74, 265.0, 'active', false), ('B138', 'Enviro400', 'electric', 1, 2010, 52, 544.0, 'active', true), ('B139', 'Citaro', 'diesel', 3, 2009, 32, 536.0, 'active', false), ('B140', 'Citaro', 'electric', 3, 2016, 52, 607.0, 'active', false)) AS t(fleet_no, model, fuel_type, depot_id, build_year, seats, mileage_tkm, status, low_floor);
CREATE TABLE drivers AS FROM (VALUES (1, 'Aisha Karim', 'F', DATE '1971-09-13', DATE '2013-01-12', 5, NULL, 22.4, 'part-time'), (2, 'Bob Trent', 'M', DATE '1982-02-06', DATE '2001-03-02', 5, 1, 15.06, 'full-time'), (3, 'Clara Nunes', 'F', DATE '1975-04-21', DATE '2019-11-17', 4, 1, 18.39, 'full-time'), (4, 'Daniel Ek', 'M', DATE '1974-08-26', DATE '2004-08-14', 2, 1, 23.27, 'full-time'), (5, 'Esther Boateng', 'F', DATE '1990-08-16', DATE '2006-06-15', 1, 2, 16.66, 'full-time'), (6, 'Frank Moody', 'M', DATE '1976-12-10', DATE '2004-08-19', 4, 2, 21.08, 'full-time'), (7, 'Gita Rao', 'F', DATE '1989-04-06', DATE '2008-12-24', 2, 3, 17.21, 'full-time'), (8, 'Henk Visser', 'M', DATE '1966-06-25', DATE '1998-03-20', 1, 3, 21.13, 'full-time'), (9, 'Irene Walsh', 'F', DATE '1999-06-23', DATE '2002-03-19', 2, NULL, 17.32, 'full-time'), (10, 'Joao Pinto', 'M', DATE '1976-12-27', DATE '2014-08-30', 2, 9, 16.03, 'full-time'), (11, 'Kate Sully', 'F', DATE '1973-05-27', DATE '2001-08-25', 3, 9, 23.61, 'part-time'), (12, 'Leon Adeyemi', 'M', DATE '1986-10-13', DATE '2018-04-20', 5, 4, 22.43, 'full-time'), (13, 'Mina Cho', 'F', DATE '1992-04-17', DATE '2017-08-10', 5, 4, 23.64, 'part-time'), (14, 'Neil Barker', 'M', DATE '1968-02-20', DATE '2017-09-11', 3, 10, 23.09, 'full-time'), (15, 'Olga Petrova', 'F', DATE '1979-12-06', DATE '2011-08-04', 3, 10, 19.09, 'part-time'), (16, 'Pat Quigley', 'M', DATE '1995-04-20', DATE '2020-07-30', 5, 1, 18.78, 'full-time'), (17, 'Rosa Lima', 'F', DATE '1968-01-22', DATE '2019-09-09', 2, 2, 20.68, 'full-time'), (18, 'Sean Doyle', 'M', DATE '1976-01-01', DATE '1997-12-14', 3, 3, 16.15, 'full-time')) AS t(driver_id, full_name, sex, date_of_birth, hire_date, home_depot, supervisor_id, hourly_wage, contract);
CREATE TABLE routes AS FROM (VALUES ('1', 'Central Station', 'Hospital', 6.4, true, 21), ('2', 'Central Station', 'University', 8.9, false, 33), ('5A', 'Harbour', 'Airport', 14.2, true, 17), ('7', 'Market Square', 'Zoo', 5.1, false, 35), ('11', 'Hospital', 'Stadium', 9.7, false, 9), ('12', 'Central Station', 'Airport', 17.5, true, 11), ('N1', 'Central Station', 'University', 9.3, true, 29), ('N4', 'Market Square', 'Harbour', 11.0, true, 11), ('30', 'Zoo', 'Lakeside', 12.6, false, 35), ('X9', 'Airport', 'Lakeside', 28.3, false, 8)) AS t(route_no, start_stop, end_stop, length_km, night_service, stops);
CREATE TABLE trips AS FROM (VALUES (1, '5A', 'B123', 15, DATE '2023-11-21', '13:45', 16, 2, 241.13, false), (2, '7', 'B127', 2, DATE '2022-03-20', '18:00', 21, 1, 264.65, false), (3, '12', 'B115', 3, DATE '2023-10-05', '17:30', 31, 4, 36.05, false), (4, '1', 'B112', 9, DATE '2023-12-12', '21:00', 111, 12, 43.09, false), (5, 'N1', 'B103', 15, DATE '2024-09-13', '16:15', 104, 4, 208.64, false), (6, '1', 'B109', 9, DATE '2024-05-02', '05:15', 74, 12, 207.63, false), (7, '5A', 'B110', 16, DATE '2024-04-13', '20:30', 100, 12, 25.78, false), (8, '2', 'B129', 14, DATE '2022-12-14', '22:45', 60, 7, 180.3, true), (9, 'N4', 'B121', 16, DATE '2024-08-04', '07:00', 86, 0, 291.38, true), (10, 'N1', 'B120', 14, DATE '2022-03-05', '06:15', 43, 0, 61.72, false), (11, '7', 'B136', 7, DATE '2024-02-07', '19:30', 72, 1, 264.3, true), (12, 'N4', 'B121', 16, DATE '2022-11-24', '14:45', 7, 2, 242.56, false), (13, '12', 'B125', 14, DATE '2023-09-05', '05:00', 96, 0, 287.63, false), (14, '2', 'B107', 12, DATE '2023-10-27', '09:30', 72, 12, 17.17, false), (15, '12', 'B134', 15, DATE '2022-12-27', '18:30', 11, 0, 247.91, false), (16, '5A', 'B120', 11, DATE '2023-01-29', '09:30', 5, 7, 160.56, false), (17, '12', 'B111', 15, DATE '2023-05-16', '19:30', 93, 0, 69.99, false), (18, '5A', 'B124', 14, DATE '2023-01-06', '08:00', 59, 0, 96.36, false), (19, '1', 'B132', 1, DATE '2022-07-11', '09:00', 113, 1, 139.2, false), (20, 'N4', 'B119', 10, DATE '2023-01-09', '05:15', 51, 0, 197.39, false), (21, '5A', 'B105', 10, DATE '2022-11-01', '17:30', 33, 2, 241.48, false), (22, 'N1', 'B115', 2, DATE '2022-05-26', '10:15', 36, 1, 295.25, false), (23, '5A', 'B117', 11, DATE '2023-01-16', '09:00', 115, 4, 60.77, false), (24, '2', 'B106', 6, DATE '2022-01-24', '07:45', 91, 0, 267.66, false), (25, 'N1', 'B131', 15, DATE '2023-10-28', '05:15', 8, 25, 269.48, false), (26, '11', 'B112', 6, DATE '2024-02-13', '10:45', 5, 25, 230.01, false), (27, '1', 'B132', 9, DATE '2023-02-13', '09:15', 48, 7, 136.63, false), (28, '30', 'B102', 16, DATE '2024-09-14', '23:15', 5, 0, 286.3, false), (29, '12', 'B115', 15, DATE '2023-09-11', '10:00', 24, 4, 208.92, false), (30, '30', 'B124', 11, DATE '2024-08-19', '13:30', 93, 7, 33.25, false), (31, '5A', 'B102', 10, DATE '2022-04-25', '21:30', 120, 1, 249.94, false), (32, '11', 'B106', 8, DATE '2022-01-14', '10:30', 54, 4, 59.71, false), (33, '1', 'B135', 11, DATE '2022-10-24', '22:00', 78, 0, 124.54, false), (34, 'N4', 'B134', 7, DATE '2024-10-11', '21:30', 110, 0, 61.12, false), (35, '11', 'B105', 10, DATE '2022-10-30', '15:15', 77, 0, 214.97, false), (36, '7', 'B135', 11, DATE '2023-08-12', '14:30', 20, 25, 34.77, false), (37, '2', 'B115', 1, DATE '2022-11-19', '17:30', 74, 0, 175.1, false), (38, 'N4', 'B117', 7, DATE '2023-01-20', '06:30', 80, 12, 177.86, false), (39, '1', 'B110', 4, DATE '2024-01-16', '14:15', 111, 25, 213.0, false), (40, '30', 'B113', 10, DATE '2024-09-18', '10:45', 4, 25, 83.17, false), (41, 'N1', 'B102', 9, DATE '2024-08-17', '10:45', 64, 1, 194.17, false), (42, '30', 'B120', 11, DATE '2023-09-29', '08:00', 89, 0, 256.95, false), (43, '12', 'B101', 6, DATE '2024-05-20', '17:30', 20, 4, 173.18, false), (44, '1', 'B134', 15, DATE '2022-04-25', '05:15', 42, 25, 284.53, false), (45, '30', 'B129', 9, DATE '2022-06-02', '14:15', 53, 12, 78.33, false), (46, '7', 'B104', 5, DATE '2023-12-28', '17:00', 46, 1, 213.89, false), (47, '5A', 'B124', 7, DATE '2023-07-12', '12:45', 23, 0, 72.36, false), (48, '2', 'B106', 1, DATE '2024-09-14', '21:30', 120, 0, 289.0, false), (49, '1', 'B102', 1, DATE '2024-06-28', '06:45', 78, 25, 157.14, false), (50, '7', 'B118', 1, DATE '2023-08-22', '05:15', 48, 2, 136.62, false), (51, 'N4', 'B115', 12, DATE '2024-02-05', '12:00', 28, 0, 86.43, false), (52, '30', 'B134', 9, DATE '2024-02-12', '09:00', 71, 7, 29.29, false), (53, '30', 'B136', 6, DATE '2023-04-12', '21:15', 12, 0, 73.51, false), (54, '1', 'B118', 14, DATE '2022-02-05', '17:45', 70, 0, 246.21, false), (55, 'N4', 'B128', 16, DATE '2023-10-09', '09:15', 71, 0, 170.3, false), (56, '12', 'B114', 12, DATE '2023-04-06', '19:45', 32, 0, 59.19, false), (57, '30', 'B114', 15, DATE '2024-01-29', '19:00', 78, 1, 69.38, false), (58, '12', 'B114', 1, DATE '2023-02-18', '22:15', 27, 7, 25.78, false), (59, '5A', 'B110', 11, DATE '2023-10-19', '19:45', 55, 12, 179.79, false), (60, 'N4', 'B110', 1, DATE '2024-10-17', '19:00', 43, 12, 96.89, false), (61, '30', 'B105', 3, DATE '2023-05-15', '14:45', 15, 2, 262.66, false), (62, 'N4', 'B133', 2, DATE '2022-03-29', '08:45', 67, 0, 134.1, true), (63, '12', 'B101', 16, DATE '2022-01-03', '21:15', 97, 2, 141.59, false), (64, 'N1', 'B133', 9, DATE '2024-01-26', '10:00', 31, 25, 259.34, false), (65, '5A', 'B134', 5, DATE '2023-08-28', '19:15', 55, 25, 113.1, false), (66, 'N1', 'B104', 12, DATE '2022-07-30', '23:45', 39, 25, 170.57, false), (67, '11', 'B124', 1, DATE '2024-07-11', '07:00', 74, 12, 107.07, false), (68, '30', 'B111', 1, DATE '2022-12-02', '15:15', 29, 25, 208.05, false), (69, '12', 'B113', 5, DATE '2022-12-20', '15:30', 66, 4, 119.01, false), (70, '11', 'B130', 4, DATE '2023-02-05', '06:30', 77, 0, 288.52, false), (71, '12', 'B108', 9, DATE '2022-08-28', '16:30', 44, 1, 87.1, false), (72, '1', 'B119', 2, DATE '2023-02-23', '17:45', 98, 25, 110.25, false), (73, '5A', 'B129', 13, DATE '2022-01-15', '21:45', 75, 0, 170.39, false), (74, 'N1', 'B121', 2, DATE '2022-04-19', '23:45', 54, 0, 58.59, false), (75, '5A', 'B133', 15, DATE '2024-02-27', '19:00', 88, 2, 15.05, false), (76, '12', 'B111', 9, DATE '2023-11-15', '17:45', 16, 1, 297.66, false), (77, '12', 'B103', 10, DATE '2023-11-04', '14:15', 72, 0, 183.01, false), (78, '2', 'B106', 9, DATE '2023-04-05', '12:00', 39, 0, 64.27, false), (79, '1', 'B127', 14, DATE '2022-02-26', '13:45', 13, 1, 255.6, false), (80, '7', 'B103', 16, DATE '2023-01-08', '15:00', 32, 4, 169.96, false), (81, '1', 'B135', 5, DATE '2023-02-06', '06:30', 27, 0, 175.07, false), (82, 'N4', 'B109', 1, DATE '2024-11-05', '17:30', 9, 2, 230.33, false), (83, 'N4', 'B128', 12, DATE '2023-02-10', '14:15', 115, 0, 33.74, false), (84, '5A', 'B118', 12, DATE '2023-07-25', '21:45', 70, 1, 93.86, false), (85, 'N1', 'B128', 1, DATE '2022-02-08', '12:15', 75, 2, 245.47, true), (86, '12', 'B108', 3, DATE '2024-06-17', '15:45', 74, 4, 203.63, false), (87, 'N1', 'B130', 10, DATE '2024-03-04', '22:45', 50, 1, 86.92, false), (88, '5A', 'B127', 5, DATE '2023-09-22', '20:45', 76, 25, 115.98, false), (89, '7', 'B135', 2, DATE '2022-08-27', '10:00', 66, 2, 191.06, false), (90, '30', 'B121', 10, DATE '2024-10-27', '22:30', 53, 0, 257.38, false), (91, '1', 'B107', 7, DATE '2023-10-16', '20:00', 22, 1, 266.71, false), (92, '11', 'B131', 6, DATE '2023-03-14', '16:00', 47, 1, 116.87, false), (93, '5A', 'B108', 16, DATE '2022-11-24', '11:30', 67, 4, 224.33, false), (94, '12', 'B109', 8, DATE '2022-12-02', '20:45', 69, 12, 83.41, false), (95, '11', 'B128', 1, DATE '2024-07-03', '09:00', 10, 25, 112.89, false), (96, 'N4', 'B109', 7, DATE '2024-07-29', '05:45', 54, 0, 176.16, false), (97, '7', 'B108', 12, DATE '2023-06-03', '05:45', 97, 12, 298.96, false), (98, '30', 'B104', 15, DATE '2024-02-19', '05:45', 38, 1, 31.27, false), (99, 'N4', 'B123', 1, DATE '2024-02-21', '12:30', 47, 0, 195.43, false), (100, '2', 'B102', 13, DATE '2022-08-27', '11:00', 111, 1, 153.49, false), (101, '7', 'B124', 15, DATE '2022-02-23', '09:15', 45, 7, 42.61, true), (102, 'N4', 'B117', 13, DATE '2022-11-02', '06:15', 70, 2, 67.88, true), (103, '11', 'B108', 13, DATE '2024-02-18', '18:00', 69, 25, 284.66, false), (104, '12', 'B112', 11, DATE '2024-10-05', '17:00', 103, 1, 66.95, false), (105, 'N4', 'B113', 13, DATE '2022-01-19', '12:00', 17, 0, 297.7, false), (106, '2', 'B122', 5, DATE '2023-10-30', '22:00', 21, 0, 91.94, true), (107, '2', 'B120', 11, DATE '2024-12-15', '17:00', 17, 1, 227.2, false), (108, '7', 'B122', 4, DATE '2024-03-01', '13:45', 35, 7, 79.46, false), (109, '7', 'B134', 8, DATE '2022-12-19', '06:45', 115, 0, 145.54, false), (110, '2', 'B125', 10, DATE '2022-04-24', '12:45', 23, 1, 199.36, false)) AS t(trip_id, route_no, bus, driver, trip_date, departure, passengers, delay_min, fare_income, cancelled);
CREATE TABLE incidents AS FROM (VALUES (4, 15, 'breakdown', 'medium', 900, true), (14, 101, 'breakdown', 'low', 2400, false), (16, 59, 'collision', 'medium', 900, true), (17, 103, 'collision', 'low', 0, false), (22, 45, 'collision', 'medium', 2400, false), (26, 9, 'breakdown', 'medium', 350, true), (27, 74, 'breakdown', 'low', 2400, false), (32, 95, 'collision', 'medium', 900, true), (35, 109, 'vandalism', 'low', 0, true), (42, 107, 'vandalism', 'high', 0, false), (45, 96, 'medical', 'low', NULL, false)) AS t(incident_id, trip_id, kind, severity, repair_cost, police_called);

-- List all electric buses.
SELECT fleet_no FROM buses WHERE fuel_type = 'electric';
-- Which buses are in the workshop or retired?
SELECT fleet_no FROM buses WHERE status IN ('workshop', 'retired');
-- How many buses does each depot have?
SELECT depot_name, count(fleet_no) FROM depots LEFT JOIN buses USING (depot_id) GROUP BY depot_id, 1;
-- depots without any buses
SELECT depot_name FROM depots WHERE depot_id NOT IN (SELECT depot_id FROM buses);
-- Which depot has the most electric buses?
SELECT depot_name FROM depots JOIN buses USING (depot_id) WHERE fuel_type = 'electric' GROUP BY depot_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- What share of the buses are low floor?
SELECT 100.0 * count(*) FILTER (low_floor = true) / count(*) FROM buses;
-- How many women and how many men drive for us?
SELECT sex, count(*) FROM drivers GROUP BY 1;
-- Who is Kate Sully's supervisor?
SELECT s.full_name FROM drivers d JOIN drivers s ON d.supervisor_id = s.driver_id WHERE d.full_name = 'Kate Sully';
-- drivers who supervise at least two people
SELECT s.full_name FROM drivers d JOIN drivers s ON d.supervisor_id = s.driver_id GROUP BY s.driver_id, 1 HAVING count(*) >= 2;
-- Which drivers earn more than their supervisor?
SELECT d.full_name FROM drivers d JOIN drivers s ON d.supervisor_id = s.driver_id WHERE d.hourly_wage > s.hourly_wage;
-- Drivers hired before 2005 who work part-time
SELECT full_name FROM drivers WHERE hire_date < '2005-01-01' AND contract = 'part-time';
-- Who has worked here the longest?
SELECT full_name FROM drivers QUALIFY rank() OVER (ORDER BY hire_date) = 1;
-- average hourly wage per depot
SELECT depot_name, avg(hourly_wage) FROM drivers JOIN depots ON home_depot = depot_id GROUP BY depot_id, 1;
-- Which routes run at night?
SELECT route_no FROM routes WHERE night_service = true;
-- routes starting at Central Station longer than 8 km
SELECT route_no FROM routes WHERE start_stop = 'Central Station' AND length_km > 8;
-- Which route goes from Harbour to Airport?
SELECT route_no FROM routes WHERE start_stop = 'Harbour' AND end_stop = 'Airport';
-- How much longer is the longest route than the shortest?
SELECT max(length_km) - min(length_km) FROM routes;
-- What is the average distance between stops on each route?
SELECT route_no, length_km / stops FROM routes;
-- How many passengers did we carry in 2023?
SELECT sum(passengers) FROM trips WHERE year(trip_date) = 2023;
-- Total fare income per route in descending order
SELECT route_no, sum(fare_income) FROM trips GROUP BY 1 ORDER BY 2 DESC;
-- Which route carried the most passengers in 2024?
SELECT route_no FROM trips WHERE year(trip_date) = 2024 GROUP BY 1 QUALIFY rank() OVER (ORDER BY sum(passengers) DESC) = 1;
-- routes with no trips
SELECT route_no FROM routes WHERE route_no NOT IN (SELECT route_no FROM trips);
-- What's the fare income per passenger for each route?
SELECT route_no, sum(fare_income) / sum(passengers) FROM routes LEFT JOIN trips USING (route_no) GROUP BY 1;
-- How many trips were cancelled each year?
SELECT year(trip_date), count(*) FROM trips WHERE cancelled = true GROUP BY 1;
-- What percentage of trips were more than 5 minutes late?
SELECT 100.0 * count(*) FILTER (delay_min > 5) / count(*) FROM trips;
-- Which drivers have driven at least three different routes?
SELECT full_name FROM trips JOIN drivers ON driver = driver_id GROUP BY driver_id, 1 HAVING count(DISTINCT route_no) >= 3;
-- Which drivers never drove route N1?
SELECT full_name FROM drivers WHERE driver_id NOT IN (SELECT driver FROM trips WHERE route_no = 'N1');
-- average delay of trips by weekday
SELECT dayname(trip_date), avg(delay_min) FROM trips GROUP BY 1;
-- Which driver has the highest average delay?
SELECT full_name FROM trips JOIN drivers ON driver = driver_id GROUP BY driver_id, 1 QUALIFY rank() OVER (ORDER BY avg(delay_min) DESC) = 1;
-- What was the last trip of bus B105?
SELECT trip_id FROM trips WHERE bus = 'B105' QUALIFY rank() OVER (ORDER BY trip_date DESC) = 1;
-- Which bus models were involved in collisions?
SELECT DISTINCT model FROM incidents JOIN trips USING (trip_id) JOIN buses ON bus = fleet_no WHERE kind = 'collision';
-- How many incidents of each kind had the police called?
SELECT kind, count(*) FROM incidents WHERE police_called = true GROUP BY 1;
-- incidents without a repair cost
SELECT incident_id FROM incidents WHERE repair_cost IS NULL;
-- Total repair cost of diesel buses
SELECT sum(repair_cost) FROM incidents JOIN trips USING (trip_id) JOIN buses ON bus = fleet_no WHERE fuel_type = 'diesel';
-- Which drivers were involved in a high severity incident?
SELECT DISTINCT full_name FROM incidents JOIN trips USING (trip_id) JOIN drivers ON driver = driver_id WHERE severity = 'high';
-- How many more collisions than breakdowns were there?
SELECT count(*) FILTER (kind = 'collision') - count(*) FILTER (kind = 'breakdown') FROM incidents;
-- buses built per decade
SELECT build_year // 10 * 10, count(*) FROM buses GROUP BY 1;
-- Which depots have both diesel and electric buses?
SELECT depot_name FROM depots JOIN buses USING (depot_id) WHERE fuel_type IN ('diesel', 'electric') GROUP BY depot_id, 1 HAVING count(DISTINCT fuel_type) = 2;
-- How many seats do the active buses at Riverside have in total?
SELECT sum(seats) FROM buses JOIN depots USING (depot_id) WHERE status = 'active' AND depot_name = 'Riverside';
-- Which driver has the best customer rating?
refuse
-- How much fuel did each bus use?
refuse
-- What time does the first bus arrive at the Zoo?
refuse
-- Which buses have air conditioning?
refuse
-- How many passengers complained last year?
refuse
-- Which stop is the busiest?
refuse
-- depots where all drivers are full-time
SELECT depot_name FROM depots WHERE depot_id IN (SELECT home_depot FROM drivers) AND depot_id NOT IN (SELECT home_depot FROM drivers WHERE contract <> 'full-time');
-- How many trips were there on route 1?
SELECT count(*) FROM trips WHERE route_no = '1';
-- average delay of electric buses versus diesel buses
SELECT fuel_type, avg(delay_min) FROM trips JOIN buses ON bus = fleet_no WHERE fuel_type IN ('electric', 'diesel') GROUP BY 1;
-- share of cancelled trips per route
SELECT route_no, 100.0 * count(*) FILTER (cancelled) / count(*) FROM trips GROUP BY 1;
-- Who had the most incidents in 2023?
SELECT full_name FROM incidents JOIN trips USING (trip_id) JOIN drivers ON driver = driver_id WHERE year(trip_date) = 2023 GROUP BY driver_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- drivers who earn more than the average at their depot
SELECT full_name FROM drivers d WHERE hourly_wage > (SELECT avg(hourly_wage) FROM drivers e WHERE e.home_depot = d.home_depot);
