-- A swimming league.
CREATE TABLE club AS FROM (VALUES ('DOL', 'Dolphins', 'Cork', 1974, 'Aoife Daly'), ('MAR', 'Marlins', 'Galway', 1988, 'Tom Keane'), ('OTT', 'River Otters', 'Limerick', 2003, 'Sile Ryan'), ('TID', 'Tidal', 'Cork', 2015, NULL), ('KPF', 'Kingfishers', 'Sligo', 1996, 'Ger Walsh')) AS t(club_cd, club_name, town, founded, head_coach);
CREATE TABLE swimmer AS FROM (VALUES (1, 'Niamh Casey', 'F', 2006, 'DOL', 171), (2, 'Sean Barry', 'M', 2004, 'DOL', 186), (3, 'Ella Quinn', 'F', 2008, 'MAR', 165), (4, 'Rory Flynn', 'M', 2005, 'MAR', 179), (5, 'Zara Amin', 'F', 2007, 'OTT', 168), (6, 'Luke Moran', 'M', 2003, 'OTT', 190), (7, 'Kate Nolan', 'F', 2005, 'TID', 174), (8, 'Finn Doyle', 'M', 2009, 'TID', 170), (9, 'Orla Burke', 'F', 2004, 'DOL', 169), (10, 'Max Lynch', 'M', 2006, NULL, 182), (11, 'Jude Price', 'M', 2007, 'MAR', 177)) AS t(sw_id, sw_name, gender, birth_yr, club_cd, height_cm);
CREATE TABLE pool AS FROM (VALUES (1, 'Lee Baths', 'Cork', 50, 10), (2, 'Corrib Pool', 'Galway', 25, 6), (3, 'Shannon Arena', 'Limerick', 50, 8), (4, 'Garavogue Leisure', 'Sligo', 25, 5)) AS t(pool_id, pool_name, town, length_m, lanes);
CREATE TABLE meet AS FROM (VALUES (1, 'Spring Sprint', '2023-03-18', 1, 340), (2, 'Western Open', '2023-05-06', 2, 215), (3, 'Summer Cup', '2023-07-22', 3, 510), (4, 'Harvest Gala', '2023-10-14', 1, 280), (5, 'New Year Dash', '2024-01-20', 2, 190), (6, 'Spring Sprint 2024', '2024-03-16', 3, 405)) AS t(meet_id, meet_name, meet_dt, pool_id, spectators);
CREATE TABLE event AS FROM (VALUES (1, 'free', 50), (2, 'free', 100), (3, 'back', 100), (4, 'breast', 100), (5, 'fly', 50), (6, 'medley', 200)) AS t(ev_no, stroke, dist_m);
CREATE TABLE result AS SELECT 1 + i AS res_id, 1 + (i * 7) % 6 AS meet_id, 1 + (i * 5 + i // 6) % 5 AS ev_no, 1 + (i * 3) % 10 AS sw_id, 1 + (i * 11) % 8 AS place, round(24 + ((i * 37) % 1200) / 10.0, 2) AS time_sec, CASE WHEN i % 13 = 4 THEN 'DSQ' ELSE 'OK' END AS status FROM range(0, 130) AS r(i);

-- How many swimmers does each club have?
SELECT club_name, count(sw_id) FROM club LEFT JOIN swimmer USING (club_cd) GROUP BY 1;
-- Which clubs have no swimmers?
SELECT club_name FROM club WHERE club_cd NOT IN (SELECT club_cd FROM swimmer WHERE club_cd IS NOT NULL);
-- Which swimmers don't belong to a club?
SELECT sw_name FROM swimmer WHERE club_cd IS NULL;
-- Names of female swimmers taller than 170 cm
SELECT sw_name FROM swimmer WHERE gender = 'F' AND height_cm > 170;
-- Who coaches the Marlins?
SELECT head_coach FROM club WHERE club_name = 'Marlins';
-- Which swimmers are taller than the average?
SELECT sw_name FROM swimmer WHERE height_cm > (SELECT avg(height_cm) FROM swimmer);
-- Who swam at the Summer Cup?
SELECT DISTINCT sw_name FROM swimmer JOIN result USING (sw_id) JOIN meet USING (meet_id) WHERE meet_name = 'Summer Cup';
-- How many meets were held in 2023?
SELECT count(*) FROM meet WHERE year(meet_dt::DATE) = 2023;
-- Which meet had the most spectators?
SELECT meet_name FROM meet ORDER BY spectators DESC LIMIT 1;
-- Which meets took place at Lee Baths?
SELECT meet_name FROM meet JOIN pool USING (pool_id) WHERE pool_name = 'Lee Baths';
-- What was the average number of spectators at meets in 50 m pools?
SELECT avg(spectators) FROM meet JOIN pool USING (pool_id) WHERE length_m = 50;
-- Which swimmer has the most first places?
SELECT sw_name FROM swimmer JOIN result USING (sw_id) WHERE place = 1 GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many times was each swimmer disqualified?
SELECT sw_name, count(*) FROM swimmer JOIN result USING (sw_id) WHERE status = 'DSQ' GROUP BY 1;
-- Which swimmers were never disqualified?
SELECT sw_name FROM swimmer WHERE sw_id NOT IN (SELECT sw_id FROM result WHERE status = 'DSQ');
-- What is the fastest time in the 50 m fly?
SELECT min(time_sec) FROM result JOIN event USING (ev_no) WHERE stroke = 'fly' AND dist_m = 50;
-- What is the best time of each swimmer?
SELECT sw_name, min(time_sec) FROM swimmer JOIN result USING (sw_id) GROUP BY 1;
-- Which swimmers swam both backstroke and fly?
SELECT sw_name FROM swimmer WHERE sw_id IN (SELECT sw_id FROM result JOIN event USING (ev_no) WHERE stroke = 'back') AND sw_id IN (SELECT sw_id FROM result JOIN event USING (ev_no) WHERE stroke = 'fly');
-- Which swimmers swam at the Western Open but not at the Harvest Gala?
SELECT sw_name FROM swimmer WHERE sw_id IN (SELECT sw_id FROM result JOIN meet USING (meet_id) WHERE meet_name = 'Western Open') AND sw_id NOT IN (SELECT sw_id FROM result JOIN meet USING (meet_id) WHERE meet_name = 'Harvest Gala');
-- Which clubs swam at neither the Summer Cup nor the New Year Dash?
SELECT club_name FROM club WHERE club_cd NOT IN (SELECT club_cd FROM swimmer JOIN result USING (sw_id) JOIN meet USING (meet_id) WHERE meet_name IN ('Summer Cup', 'New Year Dash') AND club_cd IS NOT NULL);
-- Which event has never been swum?
SELECT ev_no FROM event WHERE ev_no NOT IN (SELECT ev_no FROM result);
-- How many results are there per stroke?
SELECT stroke, count(*) FROM event JOIN result USING (ev_no) GROUP BY 1;
-- Who is the tallest swimmer of each club?
SELECT club_name, sw_name FROM swimmer JOIN club USING (club_cd) WHERE (club_cd, height_cm) IN (SELECT (club_cd, max(height_cm)) FROM swimmer GROUP BY club_cd);
-- What share of the swimmers are girls?
SELECT 100.0 * count(*) FILTER (gender = 'F') / count(*) FROM swimmer;
-- Which towns have both a club and a pool?
SELECT DISTINCT town FROM club WHERE town IN (SELECT town FROM pool);
-- Which pools have more than 6 lanes?
SELECT pool_name FROM pool WHERE lanes > 6;
-- Top three swimmers by number of races
SELECT sw_name FROM swimmer JOIN result USING (sw_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 3;
-- List the clubs founded before 1990 with their town.
SELECT club_name, town FROM club WHERE founded < 1990;
-- How old is the oldest club?
refuse
-- Which swimmers born after 2005 swim for the Dolphins?
SELECT sw_name FROM swimmer JOIN club USING (club_cd) WHERE birth_yr > 2005 AND club_name = 'Dolphins';
-- Which swimmers swam in at least 4 meets?
SELECT sw_name FROM swimmer JOIN result USING (sw_id) GROUP BY 1 HAVING count(DISTINCT meet_id) >= 4;
-- When was the last meet in Galway?
SELECT max(meet_dt) FROM meet JOIN pool USING (pool_id) WHERE town = 'Galway';
-- average height by gender
SELECT gender, avg(height_cm) FROM swimmer GROUP BY 1;
-- Which swimmer broke a record?
refuse
-- What does a ticket for the Summer Cup cost?
refuse
-- Which clubs are sponsored by a bank?
refuse
-- How deep is the Corrib Pool?
refuse
-- Who was injured in 2023?
refuse
