-- A repertory theatre.
CREATE TABLE stage AS FROM (VALUES (1, 'Main House', 620, 'North wing', 1931), (2, 'Studio', 140, 'South wing', 1988), (3, 'Garden Stage', 300, 'Park', 2004), (4, 'Cellar', 60, 'Basement', 2015)) AS t(stage_id, stage_name, seats, location, opened_year);
CREATE TABLE play AS FROM (VALUES (1, 'Hamlet', 'William Shakespeare', 'Tragedy', 1601, 195), (2, 'The Cherry Orchard', 'Anton Chekhov', 'Comedy', 1904, 150), (3, 'Uncle Vanya', 'Anton Chekhov', 'Drama', 1897, 140), (4, 'A Doll''s House', 'Henrik Ibsen', 'Drama', 1879, 155), (5, 'Tartuffe', 'Molière', 'Comedy', 1664, 120), (6, 'Endgame', 'Samuel Beckett', 'Drama', 1957, 85), (7, 'Twelfth Night', 'William Shakespeare', 'Comedy', 1602, 160), (8, 'Medea', 'Euripides', 'Tragedy', -431, 90)) AS t(play_id, title, author, genre, year_written, running_time_min);
CREATE TABLE actor AS FROM (VALUES (1, 'Nora Lindqvist', 34, 'Sweden', DATE '2012-09-01', 3900), (2, 'Ben Okafor', 45, 'Nigeria', DATE '2006-03-15', 4700), (3, 'Marta Reyes', 29, 'Spain', DATE '2018-08-20', 3300), (4, 'Colm Byrne', 61, 'Ireland', DATE '1995-01-10', 5200), (5, 'Aiko Tanabe', 38, 'Japan', DATE '2014-11-03', 4100), (6, 'Piotr Wolski', 52, 'Poland', DATE '2001-05-05', 4800), (7, 'Sadie Quinn', 24, 'Ireland', DATE '2021-09-01', 2900), (8, 'Hugo Marchetti', 41, 'Italy', DATE '2010-02-14', 4300), (9, 'Lena Fischer', 33, 'Germany', DATE '2017-07-01', 3600)) AS t(actor_id, full_name, age, nationality, hired_on, monthly_pay);
CREATE TABLE production AS FROM (VALUES (1, 1, 1, 'Ilse Brandt', DATE '2023-09-15', DATE '2023-12-20', 180000), (2, 2, 1, 'Ilse Brandt', DATE '2024-01-19', DATE '2024-04-14', 140000), (3, 6, 4, 'Dan Peters', DATE '2023-10-05', DATE '2023-11-25', 22000), (4, 7, 3, 'Rosa Amaral', DATE '2024-06-01', DATE '2024-08-18', 95000), (5, 5, 2, 'Dan Peters', DATE '2024-02-09', DATE '2024-05-30', 48000), (6, 4, 2, 'Rosa Amaral', DATE '2023-09-28', DATE '2023-12-02', 52000), (7, 8, 1, 'Kofi Mensah', DATE '2024-09-12', NULL, 160000)) AS t(production_id, play_id, stage_id, director, opening_date, closing_date, budget);
CREATE TABLE role AS FROM (VALUES (1, 1, 2, 'Hamlet', true), (2, 1, 1, 'Ophelia', false), (3, 1, 4, 'Polonius', false), (4, 1, 6, 'Claudius', true), (5, 2, 5, 'Varya', false), (6, 2, 4, 'Firs', false), (7, 2, 1, 'Lyubov', true), (8, 3, 6, 'Hamm', true), (9, 3, 8, 'Clov', true), (10, 4, 3, 'Viola', true), (11, 4, 7, 'Olivia', true), (12, 4, 8, 'Malvolio', false), (13, 5, 2, 'Tartuffe', true), (14, 5, 7, 'Mariane', false), (15, 6, 1, 'Nora', true), (16, 6, 8, 'Torvald', true), (17, 7, 3, 'Medea', true), (18, 7, 2, 'Jason', true)) AS t(role_id, production_id, actor_id, character_name, is_lead);
CREATE TABLE performance AS SELECT 1 + i AS performance_id, 1 + (i * 5) % 7 AS production_id, DATE '2023-09-15' + ((i * 11) % 400)::INT AS performed_on, CASE WHEN i % 3 = 0 THEN 'Matinee' ELSE 'Evening' END AS slot, i % 17 = 4 AS cancelled FROM range(0, 90) AS r(i);
CREATE TABLE booking AS SELECT 1000 + i AS booking_id, 1 + (i * 7) % 83 AS performance_id, ['Ada Novak', 'Tim Holt', 'Rui Costa', 'Jane Abbott', 'Omar Saleh', 'Wendy Pike'][1 + (i * 5) % 6] AS customer, 1 + (i * 3) % 5 AS tickets, [18.0, 25.5, 32.0, 47.5][1 + i % 4] AS ticket_price, ['Web', 'Box office', 'Phone'][1 + i % 3] AS channel FROM range(0, 260) AS r(i);

-- How many plays are there?
SELECT count(*) FROM play;
-- List the titles and authors of all comedies.
SELECT title, author FROM play WHERE genre = 'Comedy';
-- What is the longest play?
SELECT title FROM play ORDER BY running_time_min DESC LIMIT 1;
-- Which stage has the most seats?
SELECT stage_name FROM stage ORDER BY seats DESC LIMIT 1;
-- What is the average age of the actors from Ireland?
SELECT avg(age) FROM actor WHERE nationality = 'Ireland';
-- Show the names of actors hired before 2010, oldest first.
SELECT full_name FROM actor WHERE hired_on < '2010-01-01' ORDER BY age DESC;
-- How many plays did each author write?
SELECT author, count(*) FROM play GROUP BY 1;
-- Which authors wrote more than one play?
SELECT author FROM play GROUP BY 1 HAVING count(*) > 1;
-- Who directed Hamlet?
SELECT director FROM production JOIN play USING (play_id) WHERE title = 'Hamlet';
-- What are the titles of the plays produced on the Main House stage?
SELECT title FROM production JOIN play USING (play_id) JOIN stage USING (stage_id) WHERE stage_name = 'Main House';
-- Which plays have never been produced?
SELECT title FROM play WHERE play_id NOT IN (SELECT play_id FROM production);
-- How many productions did each director direct?
SELECT director, count(*) FROM production GROUP BY 1;
-- What is the total budget of the productions directed by Rosa Amaral?
SELECT sum(budget) FROM production WHERE director = 'Rosa Amaral';
-- Who played Ophelia?
SELECT full_name FROM actor JOIN role USING (actor_id) WHERE character_name = 'Ophelia';
-- List the characters played by Hugo Marchetti.
SELECT character_name FROM actor JOIN role USING (actor_id) WHERE full_name = 'Hugo Marchetti';
-- Which actors have no role?
SELECT full_name FROM actor WHERE actor_id NOT IN (SELECT actor_id FROM role);
-- Find the names of the actors who have played at least 3 roles.
SELECT full_name FROM actor JOIN role USING (actor_id) GROUP BY 1 HAVING count(*) >= 3;
-- Which actor has the most lead roles?
SELECT full_name FROM actor JOIN role USING (actor_id) WHERE is_lead GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many performances were cancelled?
SELECT count(*) FROM performance WHERE cancelled;
-- How many matinee performances were there per production? Show the production id and the count.
SELECT production_id, count(*) FROM performance WHERE slot = 'Matinee' GROUP BY 1;
-- Total number of tickets sold by channel
SELECT channel, sum(tickets) FROM booking GROUP BY 1;
-- revenue per channel, where revenue is tickets times ticket price
SELECT channel, sum(tickets * ticket_price) FROM booking GROUP BY 1;
-- Which customer bought the most tickets?
SELECT customer FROM booking GROUP BY 1 ORDER BY sum(tickets) DESC LIMIT 1;
-- How many bookings did each customer make?
SELECT customer, count(*) FROM booking GROUP BY 1;
-- What percentage of bookings came through the web?
SELECT 100.0 * count(*) FILTER (channel = 'Web') / count(*) FROM booking;
-- How many tickets were sold for Hamlet?
SELECT sum(tickets) FROM booking JOIN performance USING (performance_id) JOIN production USING (production_id) JOIN play USING (play_id) WHERE title = 'Hamlet';
-- Which actors earn more than the average monthly pay?
SELECT full_name FROM actor WHERE monthly_pay > (SELECT avg(monthly_pay) FROM actor);
-- productions that opened in 2024 with a budget over 100000
SELECT production_id FROM production WHERE year(opening_date) = 2024 AND budget > 100000;
-- How many performances took place each month in 2024?
SELECT month(performed_on), count(*) FROM performance WHERE year(performed_on) = 2024 GROUP BY 1;
-- Which nationalities have neither a lead role nor a hire date before 2010?
SELECT DISTINCT nationality FROM actor a WHERE nationality NOT IN (SELECT nationality FROM actor JOIN role USING (actor_id) WHERE is_lead) AND nationality NOT IN (SELECT nationality FROM actor WHERE hired_on < '2010-01-01');
-- What did the critics think of Hamlet?
refuse
-- Which costume designer worked on Medea?
refuse
-- How many people work at the box office?
refuse
-- Who is the best paid director?
refuse
-- What is the average rating of the plays?
refuse
-- Which customers live in Dublin?
refuse
-- How much did the bar earn in 2024?
refuse
-- What time do evening performances start?
refuse
