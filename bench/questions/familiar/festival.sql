-- A film festival, with people in two roles.
CREATE TABLE person AS FROM (VALUES ('p001', 'Vera Silva', 'France', 1979), ('p002', 'Stefan Tanaka', 'India', 1965), ('p004', 'Ulrik Eriksen', 'India', 1997), ('p005', 'Zoe Fontaine', 'India', 1947), ('p006', 'Elif Hoang', 'Kenya', 1995), ('p008', 'Anton Grabowski', 'France', 1997), ('p011', 'Rosa Dufour', 'France', 1947), ('p013', 'Amara Weiss', 'France', 1981), ('p016', 'Hana Fontaine', 'Poland', 1974), ('p018', 'Elif Silva', 'Kenya', 1942), ('p019', 'Marek Grabowski', 'India', 1966), ('p022', 'Cedric Moreau', 'Kenya', 1989), ('p023', 'Dmitri Tanaka', 'Norway', 1948), ('p026', 'Gustav Tanaka', 'Iran', 1992), ('p028', 'Xiomara Petrov', 'France', 1998), ('p035', 'Vera Urquhart', 'Iran', 1999), ('p037', 'Chiara Novak', 'Kenya', 1969), ('p042', 'Oskar Kowalczyk', 'France', 1981), ('p045', 'Delphine Eriksen', 'Chile', 1945), ('p048', 'Gustav Urquhart', 'Norway', 1962), ('p049', 'Kaito Lindqvist', 'India', 1974), ('p051', 'Rosa Iversen', 'France', 1994), ('p053', 'Ulrik Kowalczyk', 'India', 1974)) AS t(person_id, full_name, born_in, birth_year);
CREATE TABLE film AS FROM (VALUES (1, 'Crimson River', 'p006', 'India', 2022, 163, 'documentary', 2499000), (2, 'Broken Letter', 'p005', 'Kenya', 2022, 81, 'comedy', 2351000), (3, 'Golden Harvest', 'p011', 'Chile', 2019, 180, 'drama', 2541000), (4, 'Crimson Letter', 'p008', 'India', 2020, 176, 'thriller', NULL), (5, 'Broken Mirror', 'p005', 'Norway', 2022, 154, 'comedy', 1287000), (6, 'Empty Summer', 'p011', 'Chile', 2024, 150, 'comedy', NULL), (7, 'Distant Mirror', 'p002', 'Poland', 2019, 84, 'drama', 1063000), (8, 'Golden River', 'p018', 'Chile', 2023, 188, 'documentary', 2768000), (9, 'Empty Harvest', 'p018', 'Iran', 2023, 134, 'documentary', NULL), (10, 'Second Garden', 'p001', 'France', 2023, 65, 'animation', 905000), (11, 'Crimson Harvest', 'p004', 'India', 2022, 106, 'thriller', NULL), (12, 'Golden Letter', 'p011', 'Chile', 2022, 135, 'thriller', 4104000), (13, 'Second River', 'p013', 'Iran', 2022, 153, 'comedy', 1122000), (14, 'Second Winter', 'p001', 'Poland', 2022, 71, 'documentary', NULL)) AS t(film_id, title, director_id, country, release_year, runtime_min, genre, budget_usd);
CREATE TABLE cast_list AS FROM (VALUES (1, 'p022', 'cameo'), (1, 'p053', 'supporting'), (1, 'p023', 'supporting'), (1, 'p042', 'cameo'), (2, 'p035', 'supporting'), (3, 'p028', 'cameo'), (3, 'p053', 'lead'), (3, 'p042', 'lead'), (3, 'p051', 'cameo'), (4, 'p026', 'supporting'), (5, 'p035', 'supporting'), (5, 'p016', 'lead'), (5, 'p023', 'supporting'), (6, 'p049', 'lead'), (7, 'p045', 'supporting'), (7, 'p019', 'supporting'), (7, 'p037', 'cameo'), (8, 'p048', 'lead')) AS t(film_id, person_id, part);
CREATE TABLE venue AS FROM (VALUES (1, 'Odeon Palace', 'Centre', 620, true), (2, 'Kino Luna', 'Harbour', 180, false), (3, 'Studio 5', 'Centre', 95, true), (4, 'Open Air Meadow', 'North', 900, false), (5, 'Lighthouse', 'Harbour', 240, true)) AS t(venue_id, venue_name, district, seats, wheelchair_access);
CREATE TABLE screening AS FROM (VALUES (2, 10, 3, TIMESTAMP '2025-05-08 10:00:00', 81, 'regular'), (6, 14, 2, TIMESTAMP '2025-05-15 13:00:00', 52, 'press'), (8, 11, 4, TIMESTAMP '2025-05-09 13:00:00', 24, 'regular'), (11, 1, 4, TIMESTAMP '2025-05-15 13:00:00', 87, 'regular'), (13, 9, 4, TIMESTAMP '2025-05-09 19:15:00', 94, 'press'), (15, 9, 1, TIMESTAMP '2025-05-08 19:00:00', 22, 'premiere'), (16, 3, 2, TIMESTAMP '2025-05-16 19:15:00', 83, 'premiere'), (17, 1, 3, TIMESTAMP '2025-05-09 19:15:00', 72, 'premiere'), (22, 11, 3, TIMESTAMP '2025-05-08 21:00:00', 10, 'premiere'), (23, 11, 3, TIMESTAMP '2025-05-14 19:15:00', 17, 'premiere'), (27, 1, 3, TIMESTAMP '2025-05-09 10:15:00', 39, 'premiere'), (30, 6, 4, TIMESTAMP '2025-05-08 19:15:00', 70, 'premiere'), (31, 3, 2, TIMESTAMP '2025-05-15 13:00:00', 62, 'press'), (34, 11, 4, TIMESTAMP '2025-05-15 10:00:00', 31, 'press'), (42, 5, 4, TIMESTAMP '2025-05-10 16:15:00', 17, 'premiere'), (48, 13, 3, TIMESTAMP '2025-05-13 10:00:00', 36, 'press'), (50, 2, 3, TIMESTAMP '2025-05-09 21:15:00', 73, 'premiere'), (51, 3, 4, TIMESTAMP '2025-05-10 10:00:00', 77, 'premiere'), (52, 6, 1, TIMESTAMP '2025-05-15 13:00:00', 51, 'premiere'), (57, 1, 1, TIMESTAMP '2025-05-09 16:00:00', 17, 'premiere'), (60, 13, 1, TIMESTAMP '2025-05-16 21:00:00', 84, 'premiere'), (64, 2, 1, TIMESTAMP '2025-05-18 21:15:00', 20, 'regular'), (71, 7, 1, TIMESTAMP '2025-05-10 16:15:00', 14, 'press'), (74, 10, 1, TIMESTAMP '2025-05-10 10:15:00', 78, 'press')) AS t(screening_id, film_id, venue_id, starts, tickets_sold, kind);
CREATE TABLE award AS FROM (VALUES (2, 'Jury Prize', 6, 2023, 20000), (5, 'Critics Prize', 9, 2023, 0), (6, 'Golden Lantern', 13, 2024, 50000), (7, 'Jury Prize', 6, 2024, 20000), (8, 'Audience Award', 4, 2024, 10000), (11, 'Golden Lantern', 1, 2025, 50000), (12, 'Jury Prize', 11, 2025, 20000), (13, 'Audience Award', 5, 2025, 10000)) AS t(award_id, award_name, film_id, year_given, prize_money);

-- Which films are longer than two and a half hours?
SELECT title FROM film WHERE runtime_min > 150;
-- Who directed Crimson River?
SELECT full_name FROM film JOIN person ON director_id = person_id WHERE title = 'Crimson River';
-- How many films did each person direct?
SELECT full_name, count(director_id) FROM person LEFT JOIN film ON director_id = person_id GROUP BY person_id, 1;
-- Which actor appears in the most films?
SELECT full_name FROM cast_list JOIN person USING (person_id) GROUP BY person_id, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Which films were never screened?
SELECT title FROM film WHERE film_id NOT IN (SELECT film_id FROM screening);
-- How many tickets were sold in total at Kino Luna?
SELECT sum(tickets_sold) FROM screening JOIN venue USING (venue_id) WHERE venue_name = 'Kino Luna';
-- Which venues are wheelchair accessible?
SELECT venue_name FROM venue WHERE wheelchair_access;
-- What is the average budget of documentaries?
SELECT avg(budget_usd) FROM film WHERE genre = 'documentary';
-- How many films come from Chile?
SELECT count(*) FROM film WHERE country = 'Chile';
-- How many Chilean directors are there?
SELECT count(DISTINCT person_id) FROM person JOIN film ON director_id = person_id WHERE born_in = 'Chile';
-- Which film won the Golden Lantern in 2024?
SELECT title FROM award JOIN film USING (film_id) WHERE award_name = 'Golden Lantern' AND year_given = 2024;
-- Which films won more than one award?
SELECT title FROM award JOIN film USING (film_id) GROUP BY film_id, 1 HAVING count(*) > 1;
-- How many screenings were there per day?
SELECT starts::date, count(*) FROM screening GROUP BY 1;
-- Which film sold the most tickets?
SELECT title FROM film JOIN screening USING (film_id) GROUP BY film_id, 1 QUALIFY rank() OVER (ORDER BY sum(tickets_sold) DESC) = 1;
-- How many premieres took place in the Harbour district?
SELECT count(*) FROM screening JOIN venue USING (venue_id) WHERE kind = 'premiere' AND district = 'Harbour';
-- Which directors have won an award?
SELECT DISTINCT full_name FROM award JOIN film USING (film_id) JOIN person ON director_id = person_id;
-- What is the total prize money per film?
SELECT title, sum(prize_money) FROM award JOIN film USING (film_id) GROUP BY film_id, 1;
-- Which person both directed a film and acted in one?
SELECT full_name FROM person WHERE person_id IN (SELECT director_id FROM film) AND person_id IN (SELECT person_id FROM cast_list);
-- Which films have no known budget?
SELECT title FROM film WHERE budget_usd IS NULL;
-- Which countries have more than five films?
SELECT country FROM film GROUP BY 1 HAVING count(*) > 5;
-- Who is the youngest director?
SELECT DISTINCT full_name FROM (SELECT DISTINCT person_id, full_name, birth_year FROM person JOIN film ON director_id = person_id) QUALIFY rank() OVER (ORDER BY birth_year DESC) = 1;
-- List all comedies released since 2022 with their runtime.
SELECT title, runtime_min FROM film WHERE genre = 'comedy' AND release_year >= 2022;
-- Which venue has the fewest seats?
SELECT venue_name FROM venue QUALIFY rank() OVER (ORDER BY seats ) = 1;
-- Average number of tickets sold per screening by venue
SELECT venue_name, avg(tickets_sold) FROM venue JOIN screening USING (venue_id) GROUP BY 1;
-- Who composed the music for Crimson River?
refuse
-- What is the ticket price at Studio 5?
refuse
-- Which films are in French?
refuse
-- How many jury members are there?
refuse
-- Which screenings were canceled?
refuse
-- Who produced the most films?
refuse
-- Which films had the best reviews?
refuse
-- How many sponsors does the festival have?
refuse
-- How many films have more than 2 screenings?
SELECT count(*) FROM (SELECT film_id FROM screening GROUP BY 1 HAVING count(*) > 2);
-- Which venues only show comedies?
SELECT venue_id FROM venue WHERE venue_id IN (SELECT venue_id FROM screening JOIN film USING (film_id) WHERE genre = 'comedy') AND venue_id NOT IN (SELECT venue_id FROM screening JOIN film USING (film_id) WHERE genre <> 'comedy');
