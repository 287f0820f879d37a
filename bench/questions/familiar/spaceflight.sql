-- Flights to space.
CREATE TABLE agencies AS FROM (VALUES (1, 'NASA', 'USA', 1958), (2, 'Roscosmos', 'Russia', 1992), (3, 'ESA', 'Europe', 1975), (4, 'JAXA', 'Japan', 2003), (5, 'CSA', 'Canada', 1989)) AS t(id, name, country, founded);
CREATE TABLE astronauts AS FROM (VALUES (1, 'Sally Ride', 'female', DATE '1951-05-26', 1, 343), (2, 'Chris Hadfield', 'male', DATE '1959-08-29', 5, 3988), (3, 'Peggy Whitson', 'female', DATE '1960-02-09', 1, 15975), (4, 'Sergei Krikalev', 'male', DATE '1958-08-27', 2, 19279), (5, 'Samantha Cristoforetti', 'female', DATE '1977-04-26', 3, 8878), (6, 'Koichi Wakata', 'male', DATE '1963-08-01', 4, 12101), (7, 'Scott Kelly', 'male', DATE '1964-02-21', 1, 12491), (8, 'Thomas Pesquet', 'male', DATE '1978-02-27', 3, 9517), (9, 'Anne McClain', 'female', DATE '1979-06-07', 1, 4896), (10, 'Jeremy Hansen', 'male', DATE '1976-01-27', 5, 0)) AS t(id, name, gender, date_of_birth, agency_id, hours_in_space);
CREATE TABLE vehicles AS FROM (VALUES (1, 'Space Shuttle', 'Partially reusable', 7), (2, 'Soyuz', 'Expendable', 3), (3, 'Crew Dragon', 'Partially reusable', 4), (4, 'Starliner', 'Partially reusable', 5)) AS t(id, name, category, seats);
CREATE TABLE missions AS FROM (VALUES (1, 'STS-7', 1, TIMESTAMP '1983-06-18 11:33:00', 6.1, 'Success', 1500000000), (2, 'STS-100', 1, TIMESTAMP '2001-04-19 18:40:00', 11.9, 'Success', 1600000000), (3, 'Soyuz TMA-07M', 2, TIMESTAMP '2012-12-19 12:12:00', 145.6, 'Success', 90000000), (4, 'Soyuz TMA-16M', 2, TIMESTAMP '2015-03-27 19:42:00', 168.2, 'Success', 95000000), (5, 'Soyuz MS-03', 2, TIMESTAMP '2016-11-17 20:20:00', 196.0, 'Success', 98000000), (6, 'Crew-1', 3, TIMESTAMP '2020-11-16 00:27:00', 167.3, 'Success', 220000000), (7, 'Crew-2', 3, TIMESTAMP '2021-04-23 09:49:00', 199.8, 'Success', 220000000), (8, 'Crew-4', 3, TIMESTAMP '2022-04-27 07:52:00', 170.6, 'Success', 225000000), (9, 'Soyuz MS-10', 2, TIMESTAMP '2018-10-11 08:40:00', 0.0, 'Failure', 97000000), (10, 'Boe-OFT', 4, TIMESTAMP '2019-12-20 11:36:00', 2.1, 'Partial failure', 410000000)) AS t(id, name, vehicle_id, launched_at, duration_days, outcome, cost_usd);
CREATE TABLE crew_members AS FROM (VALUES (1, 1, 'Mission specialist'), (2, 2, 'Mission specialist'), (3, 2, 'Commander'), (4, 7, 'Commander'), (4, 4, 'Flight engineer'), (5, 3, 'Commander'), (5, 8, 'Flight engineer'), (6, 6, 'Pilot'), (7, 8, 'Commander'), (7, 6, 'Pilot'), (8, 5, 'Mission specialist'), (5, 9, 'Flight engineer')) AS t(mission_id, astronaut_id, role);
CREATE TABLE spacewalks AS FROM (VALUES (1, 2, DATE '2001-04-22', 430), (2, 3, DATE '2017-01-06', 392), (3, 8, DATE '2017-01-13', 358), (4, 3, DATE '2017-03-30', 424), (5, 7, DATE '2015-10-28', 436), (6, 8, DATE '2021-06-16', 435), (7, 8, DATE '2021-06-20', 388), (8, 5, DATE '2022-07-21', 425)) AS t(spacewalk_id, astronaut_id, walk_date, minutes);

-- How many astronauts does each agency have?
SELECT a.name, count(*) FROM agencies a JOIN astronauts s ON s.agency_id = a.id GROUP BY 1;
-- Which missions failed?
SELECT name FROM missions WHERE outcome = 'Failure';
-- What is the longest mission?
SELECT name FROM missions ORDER BY duration_days DESC LIMIT 1;
-- Who commanded Crew-2?
refuse
-- Which astronauts flew on the mission Soyuz MS-03?
SELECT a.name FROM astronauts a JOIN crew_members c ON c.astronaut_id = a.id JOIN missions m ON m.id = c.mission_id WHERE m.name = 'Soyuz MS-03';
-- List all female astronauts and their dates of birth.
SELECT name, date_of_birth FROM astronauts WHERE gender = 'female';
-- How many missions were launched in 2016 or later?
SELECT count(*) FROM missions WHERE launched_at >= DATE '2016-01-01';
-- What is the average cost of a mission by vehicle?
SELECT v.name, avg(cost_usd) FROM missions m JOIN vehicles v ON v.id = m.vehicle_id GROUP BY 1;
-- Which astronaut has spent the most hours in space?
SELECT name FROM astronauts ORDER BY hours_in_space DESC LIMIT 1;
-- Which astronauts have never done a spacewalk?
SELECT name FROM astronauts WHERE id NOT IN (SELECT astronaut_id FROM spacewalks);
-- How many spacewalks did Thomas Pesquet do?
SELECT count(*) FROM spacewalks JOIN astronauts a ON a.id = astronaut_id WHERE name = 'Thomas Pesquet';
-- What is the total number of spacewalk minutes per astronaut?
SELECT name, sum(minutes) FROM spacewalks JOIN astronauts a ON a.id = astronaut_id GROUP BY 1;
-- Show the number of missions by outcome.
SELECT outcome, count(*) FROM missions GROUP BY 1;
-- Which vehicles have more than three seats?
SELECT name FROM vehicles WHERE seats > 3;
-- How many missions has each vehicle flown?
SELECT v.name, count(*) FROM missions m JOIN vehicles v ON v.id = m.vehicle_id GROUP BY 1;
-- Who are the NASA astronauts?
SELECT s.name FROM agencies a JOIN astronauts s ON s.agency_id = a.id WHERE a.name = 'NASA';
-- What was the total cost of Soyuz missions?
SELECT sum(cost_usd) FROM missions m JOIN vehicles v ON v.id = m.vehicle_id WHERE v.name = 'Soyuz';
-- Give me the five most expensive missions.
SELECT name FROM missions ORDER BY cost_usd DESC LIMIT 5;
-- When was Crew-1 launched?
SELECT launched_at FROM missions WHERE name = 'Crew-1';
-- Which astronauts served as commander?
SELECT DISTINCT a.name FROM astronauts a JOIN crew_members c ON c.astronaut_id = a.id WHERE role = 'Commander';
-- Which agency was founded most recently?
SELECT name FROM agencies ORDER BY founded DESC LIMIT 1;
-- How many astronauts were born before 1960?
SELECT count(*) FROM astronauts WHERE date_of_birth < DATE '1960-01-01';
-- What is the average spacewalk length of female astronauts?
SELECT avg(minutes) FROM spacewalks JOIN astronauts a ON a.id = astronaut_id WHERE gender = 'female';
-- Show the number of missions per year.
SELECT year(launched_at), count(*) FROM missions GROUP BY 1;
-- How heavy is the Crew Dragon?
refuse
-- Which astronauts walked on the Moon?
refuse
