-- A ski school, its slopes and its guests.
CREATE TABLE instructors AS FROM (VALUES (1, 'Anna', 'Moser', 'Austrian', 4, 'ski', NULL, 160, DATE '2008-06-08'), (2, 'Bruno', 'Rossi', 'Italian', 4, 'ski', 1, 155, DATE '2016-08-23'), (3, 'Chiara', 'Berger', 'Austrian', 1, 'ski', 1, 180, DATE '2021-06-01'), (4, 'Denis', 'Favre', 'French', 4, 'ski', NULL, 220, DATE '2017-06-13'), (5, 'Elena', 'Keller', 'Swiss', 3, 'ski', 4, 140, DATE '2010-04-01'), (6, 'Felix', 'Huber', 'Austrian', 1, 'ski', 1, 155, DATE '2019-07-24'), (7, 'Giulia', 'Conti', 'Italian', 1, 'ski', 4, 140, DATE '2009-04-23'), (8, 'Hannes', 'Lang', 'German', 3, 'ski', 2, 160, DATE '2023-06-12'), (9, 'Iris', 'Novak', 'Slovene', 2, 'snowboard', 2, 140, DATE '2020-12-24'), (10, 'Jonas', 'Steiner', 'Austrian', 2, 'ski', NULL, 180, DATE '2021-03-21'), (11, 'Klara', 'Egger', 'Swiss', 2, 'ski', 6, 155, DATE '2007-01-05'), (12, 'Luca', 'Blanc', 'French', 1, 'snowboard', 9, 155, DATE '2006-06-21')) AS t(id, first_name, last_name, nationality, qualification, discipline, mentor_id, day_rate_eur, since);
CREATE TABLE guests AS FROM (VALUES ('G101', 'Olivia Hart', 'UK', DATE '2013-11-17', 'improver', 'N', 'olivia@example.com'), ('G102', 'Pieter de Wit', 'Netherlands', DATE '1966-09-26', 'intermediate', 'Y', 'pieter@example.com'), ('G103', 'Marta Silva', 'Portugal', DATE '1997-07-13', 'expert', 'Y', 'marta@example.com'), ('G104', 'Tom Brandt', 'Germany', DATE '1968-11-14', 'intermediate', 'Y', 'tom@example.com'), ('G105', 'Yuki Sato', 'Japan', DATE '2009-08-04', 'intermediate', 'Y', NULL), ('G106', 'Nora Lind', 'Sweden', DATE '2003-07-20', 'expert', 'N', NULL), ('G107', 'Sam Cooper', 'UK', DATE '1984-04-12', 'expert', 'Y', 'sam@example.com'), ('G108', 'Eva Horak', 'Czechia', DATE '1956-04-25', 'intermediate', 'N', 'eva@example.com'), ('G109', 'Leo Marchetti', 'Italy', DATE '2008-04-12', 'intermediate', 'Y', NULL), ('G110', 'Ruth Adler', 'Germany', DATE '1988-08-13', 'beginner', 'Y', 'ruth@example.com'), ('G111', 'Karl Jensen', 'Denmark', DATE '1991-08-28', 'intermediate', 'Y', NULL), ('G112', 'Maya Patel', 'UK', DATE '1961-11-10', 'beginner', 'Y', 'maya@example.com'), ('G113', 'Owen Price', 'UK', DATE '1996-11-29', 'beginner', 'Y', 'owen@example.com'), ('G114', 'Lotte Visser', 'Netherlands', DATE '2009-08-19', 'intermediate', 'Y', NULL), ('G115', 'Ida Holm', 'Denmark', DATE '2008-02-09', 'beginner', 'N', NULL), ('G116', 'Max Weber', 'Germany', DATE '1970-04-24', 'beginner', 'Y', 'max@example.com'), ('G117', 'Zoe Martin', 'France', DATE '1977-04-24', 'expert', 'Y', 'zoe@example.com'), ('G118', 'Paul Girard', 'France', DATE '1988-05-27', 'improver', 'N', 'paul@example.com'), ('G119', 'Nina Kovac', 'Croatia', DATE '1957-03-14', 'intermediate', 'Y', 'nina@example.com'), ('G120', 'Ewan Reid', 'UK', DATE '1996-07-03', 'improver', 'Y', 'ewan@example.com'), ('G121', 'Sofia Greco', 'Italy', DATE '1989-09-15', 'expert', 'Y', NULL), ('G122', 'Jan Kowalski', 'Poland', DATE '2008-06-06', 'improver', 'Y', NULL), ('G123', 'Freya Olsen', 'Norway', DATE '2004-07-25', 'expert', 'Y', NULL), ('G124', 'Hugo Lambert', 'Belgium', DATE '1992-08-12', 'intermediate', 'Y', 'hugo@example.com')) AS t(guest_no, guest_name, country, birth_date, ability, insured, email);
CREATE TABLE lifts AS FROM (VALUES (1, 'Gipfelbahn', 'gondola', 2820, 1800, 2018, 'N'), (2, 'Sonnenlift', 'chairlift', 731, 900, 2002, 'Y'), (3, 'Hexenlift', 'drag lift', 2849, 1200, 1993, 'N'), (4, 'Waldbahn', 'chairlift', 2052, 900, 2000, 'N'), (5, 'Zwergenlift', 'magic carpet', 1480, 2400, 2010, 'Y'), (6, 'Talbahn', 'gondola', 367, 1800, 1978, 'N'), (7, 'Panorama', 'chairlift', 2112, 1800, 2009, 'Y')) AS t(lift_id, lift_name, lift_type, length_m, hourly_capacity, opened, night_skiing);
CREATE TABLE slopes AS FROM (VALUES (1, 'Adlerhorst', 'blue', 619, 213, 2, 'Y'), (2, 'Bärental', 'red', 1191, 538, 1, 'N'), (3, 'Chamois', 'blue', 4848, 462, 2, 'Y'), (4, 'Dachs', 'blue', 3586, 582, 2, 'N'), (5, 'Eiswand', 'red', 1880, 73, 2, 'Y'), (6, 'Fuchsloch', 'red', 4711, 597, 1, 'Y'), (7, 'Gletscher', 'red', 2605, 368, 1, 'Y'), (8, 'Himmelreich', 'blue', 2191, 621, 2, 'Y'), (9, 'Iltis', 'blue', 2974, 598, 4, 'Y'), (10, 'Jägersteig', 'black', 1557, 492, 4, 'N'), (11, 'Kanonenrohr', 'red', 3816, 339, 5, 'Y')) AS t(slope_id, slope_name, grade, length_m, vertical_drop_m, lift, groomed);
CREATE TABLE lessons AS FROM (VALUES (1, 'C03', 9, DATE '2024-02-17', '09:30', 6, 106), (2, 'C06', 3, DATE '2024-03-24', '10:00', 7, 170), (3, 'C07', 4, DATE '2024-02-27', '10:00', 7, 153), (4, 'C06', 6, DATE '2024-01-04', '10:00', 10, 170), (5, 'C02', 2, DATE '2023-01-11', '14:00', 10, 82), (6, 'C06', 9, DATE '2022-01-09', '09:30', 6, 23), (7, 'C08', 11, DATE '2022-01-10', '13:30', 1, 44), (8, 'C01', 4, DATE '2024-01-08', '10:00', 3, 214), (9, 'C06', 4, DATE '2024-03-25', '10:00', 10, 188), (10, 'C07', 2, DATE '2024-03-14', '14:00', 7, 223), (11, 'C07', 7, DATE '2023-03-31', '13:30', 1, 236), (12, 'C07', 8, DATE '2024-02-26', '14:00', 1, 31), (13, 'C01', 11, DATE '2023-01-28', '09:30', 3, 207), (14, 'C01', 1, DATE '2022-02-01', '09:30', 4, 86), (15, 'C05', 8, DATE '2023-03-29', '14:00', 8, 137), (16, 'C05', 11, DATE '2022-01-07', '10:00', 3, 32), (17, 'C07', 11, DATE '2023-01-24', '09:30', 7, 223), (18, 'C01', 1, DATE '2023-01-25', '09:30', 8, 209), (19, 'C03', 1, DATE '2023-03-26', '09:30', 5, 161), (20, 'C04', 7, DATE '2022-03-16', '10:00', 1, 101), (21, 'C01', 9, DATE '2022-03-26', '13:30', 1, 213), (22, 'C05', 9, DATE '2024-03-29', '14:00', 1, 120), (23, 'C03', 9, DATE '2024-03-23', '10:00', 7, 184), (24, 'C02', 7, DATE '2023-02-27', '13:30', 3, 166), (25, 'C03', 3, DATE '2022-01-29', '14:00', 1, 145), (26, 'C06', 11, DATE '2024-03-10', '13:30', 10, 236), (27, 'C03', 7, DATE '2024-02-27', '13:30', 5, 202), (28, 'C01', 1, DATE '2023-04-04', '14:00', 3, 180), (29, 'C03', 7, DATE '2024-02-17', '14:00', 5, 155), (30, 'C05', 8, DATE '2022-01-17', '13:30', 2, 97)) AS t(lesson_id, course_code, instructor, lesson_date, start_time, slope, snow_depth_cm);
CREATE TABLE bookings AS FROM (VALUES (8, 10, 'G102', DATE '2024-01-25', NULL, 55, 'Y'), (12, 14, 'G105', DATE '2022-01-24', NULL, 55, 'Y'), (13, 20, 'G103', DATE '2022-02-06', NULL, 55, 'N'), (15, 21, 'G108', DATE '2022-03-14', NULL, 55, 'N'), (18, 10, 'G102', DATE '2024-02-09', NULL, 75, 'N'), (20, 28, 'G118', DATE '2023-03-30', NULL, 75, 'N'), (27, 9, 'G107', DATE '2024-03-02', NULL, 75, 'N'), (33, 17, 'G111', DATE '2022-12-04', DATE '2022-12-05', 60, 'N'), (35, 7, 'G102', DATE '2021-11-18', NULL, 45, 'N'), (42, 9, 'G115', DATE '2024-02-09', NULL, 90, 'N'), (43, 2, 'G117', DATE '2024-02-25', NULL, 55, 'N'), (46, 2, 'G114', DATE '2024-03-05', DATE '2024-03-06', 60, 'N'), (48, 21, 'G118', DATE '2022-01-26', NULL, 60, 'N'), (50, 5, 'G121', DATE '2023-01-08', NULL, 75, 'N'), (53, 13, 'G113', DATE '2023-01-13', NULL, 60, 'N'), (55, 21, 'G107', DATE '2022-03-15', NULL, 90, 'N'), (56, 12, 'G117', DATE '2024-02-23', NULL, 75, 'N'), (64, 26, 'G103', DATE '2024-01-10', NULL, 75, 'N'), (67, 23, 'G112', DATE '2024-02-08', NULL, 55, 'N'), (68, 15, 'G109', DATE '2023-03-22', NULL, 45, 'N'), (72, 28, 'G114', DATE '2023-02-15', NULL, 45, 'N'), (73, 18, 'G105', DATE '2022-12-13', NULL, 75, 'N'), (74, 27, 'G119', DATE '2024-01-18', DATE '2024-01-18', 90, 'N'), (76, 24, 'G103', DATE '2023-02-24', NULL, 55, 'N'), (79, 25, 'G120', DATE '2022-01-20', NULL, 45, 'N'), (81, 21, 'G104', DATE '2022-03-15', DATE '2022-03-18', 90, 'N'), (84, 23, 'G117', DATE '2024-03-20', NULL, 55, 'N'), (85, 1, 'G121', DATE '2024-01-31', NULL, 90, 'N'), (91, 17, 'G115', DATE '2022-11-30', NULL, 60, 'N'), (92, 5, 'G107', DATE '2022-11-22', NULL, 55, 'N'), (98, 11, 'G114', DATE '2023-03-20', NULL, 90, 'N'), (100, 13, 'G105', DATE '2022-12-14', NULL, 55, 'N'), (104, 12, 'G112', DATE '2024-02-12', DATE '2024-02-12', 90, 'N'), (105, 10, 'G114', DATE '2024-02-01', NULL, 75, 'N'), (106, 10, 'G114', DATE '2024-02-28', NULL, 45, 'N'), (114, 23, 'G105', DATE '2024-02-05', NULL, 55, 'N'), (116, 4, 'G109', DATE '2023-11-10', NULL, 45, 'N'), (124, 11, 'G115', DATE '2023-03-13', NULL, 55, 'N'), (125, 16, 'G109', DATE '2021-11-22', NULL, 90, 'N'), (128, 23, 'G122', DATE '2024-03-02', NULL, 75, 'N'), (130, 9, 'G114', DATE '2024-02-10', NULL, 75, 'N'), (138, 11, 'G101', DATE '2023-03-10', NULL, 75, 'N'), (140, 14, 'G111', DATE '2022-01-13', NULL, 60, 'N'), (143, 11, 'G109', DATE '2023-02-14', NULL, 60, 'N'), (146, 15, 'G107', DATE '2023-02-15', NULL, 55, 'Y'), (147, 27, 'G120', DATE '2024-01-26', NULL, 45, 'N'), (154, 2, 'G105', DATE '2024-02-29', NULL, 55, 'N'), (155, 12, 'G107', DATE '2024-01-24', DATE '2024-01-28', 55, 'N'), (157, 25, 'G101', DATE '2022-01-11', NULL, 90, 'Y'), (158, 23, 'G112', DATE '2024-01-23', DATE '2024-01-26', 55, 'N'), (160, 19, 'G121', DATE '2023-02-09', NULL, 90, 'N'), (163, 3, 'G104', DATE '2024-01-22', NULL, 55, 'N'), (164, 4, 'G109', DATE '2024-01-02', NULL, 75, 'N'), (165, 11, 'G118', DATE '2023-01-31', NULL, 90, 'N'), (173, 14, 'G102', DATE '2022-01-07', NULL, 45, 'N'), (175, 5, 'G118', DATE '2022-12-11', NULL, 60, 'N'), (178, 21, 'G115', DATE '2022-03-19', NULL, 90, 'N'), (185, 10, 'G111', DATE '2024-03-03', NULL, 75, 'N'), (187, 18, 'G103', DATE '2022-12-03', NULL, 90, 'N'), (192, 12, 'G104', DATE '2024-01-07', NULL, 90, 'N'), (194, 23, 'G106', DATE '2024-02-16', NULL, 90, 'N'), (198, 16, 'G117', DATE '2021-12-03', NULL, 55, 'N'), (205, 19, 'G106', DATE '2023-03-04', DATE '2023-03-04', 90, 'N'), (206, 1, 'G106', DATE '2024-02-13', NULL, 45, 'N'), (208, 5, 'G106', DATE '2022-12-13', NULL, 90, 'N'), (209, 8, 'G119', DATE '2024-01-06', NULL, 90, 'N'), (210, 25, 'G105', DATE '2022-01-05', NULL, 60, 'N'), (222, 7, 'G112', DATE '2022-01-06', NULL, 60, 'N'), (223, 15, 'G112', DATE '2023-02-22', NULL, 45, 'N'), (224, 24, 'G107', DATE '2023-02-10', NULL, 60, 'N'), (225, 6, 'G113', DATE '2021-11-24', NULL, 90, 'N'), (231, 27, 'G112', DATE '2024-01-18', NULL, 45, 'N'), (233, 8, 'G119', DATE '2023-12-29', NULL, 60, 'N'), (234, 12, 'G121', DATE '2024-01-13', DATE '2024-01-17', 75, 'N'), (242, 23, 'G102', DATE '2024-02-03', DATE '2024-02-03', 60, 'N'), (245, 12, 'G104', DATE '2024-02-14', NULL, 90, 'N'), (247, 11, 'G111', DATE '2023-02-23', NULL, 90, 'N'), (249, 29, 'G102', DATE '2023-12-19', NULL, 75, 'N'), (253, 29, 'G121', DATE '2023-12-29', DATE '2024-01-02', 60, 'N'), (254, 30, 'G112', DATE '2021-11-26', NULL, 75, 'N')) AS t(booking_no, lesson_id, guest, booked_on, cancelled_on, amount_eur, no_show);
CREATE TABLE accidents AS FROM (VALUES ('A001', '16 Feb 2022', 10, 'G124', 'bruise', 'N', NULL), ('A002', '11 Mar 2022', 5, 'G103', 'wrist', 'N', 'sledge'), ('A003', '25 Feb 2023', 3, 'G113', 'concussion', 'Y', 'sledge'), ('A004', '9 Mar 2022', 5, 'G110', 'wrist', 'Y', 'sledge'), ('A005', '10 Jan 2023', 5, 'G112', 'shoulder', 'Y', 'snowmobile'), ('A006', '22 Mar 2023', 2, 'G111', 'bruise', 'Y', 'helicopter'), ('A007', '10 Feb 2024', 3, 'G119', 'bruise', 'N', 'sledge'), ('A008', '11 Feb 2023', 2, 'G103', 'shoulder', 'Y', NULL), ('A009', '18 Mar 2024', 7, 'G101', 'bruise', 'Y', 'helicopter'), ('A010', '13 Feb 2022', 1, 'G120', 'wrist', 'N', 'helicopter'), ('A011', '26 Jan 2023', 3, 'G108', 'knee', 'N', 'helicopter'), ('A012', '3 Mar 2023', 2, 'G109', 'wrist', 'N', 'sledge'), ('A013', '25 Feb 2024', 7, 'G116', 'concussion', 'N', NULL), ('A014', '14 Feb 2022', 2, 'G101', 'bruise', 'Y', 'snowmobile'), ('A015', '4 Mar 2022', 6, 'G111', 'bruise', 'N', NULL), ('A016', '14 Mar 2023', 2, 'G101', 'wrist', 'N', 'helicopter'), ('A017', '18 Jan 2023', 3, 'G102', 'wrist', 'Y', 'sledge'), ('A018', '28 Feb 2024', 7, 'G108', 'bruise', 'N', 'helicopter'), ('A019', '4 Apr 2022', 5, 'G116', 'bruise', 'Y', 'sledge'), ('A020', '25 Mar 2022', 3, 'G123', 'shoulder', 'Y', 'helicopter'), ('A021', '17 Jan 2023', 1, 'G112', 'wrist', 'Y', NULL), ('A022', '20 Feb 2022', 1, 'G124', 'wrist', 'N', 'sledge'), ('A023', '18 Jan 2023', 3, 'G112', 'concussion', 'Y', 'helicopter'), ('A024', '1 Feb 2022', 6, 'G108', 'concussion', 'Y', NULL), ('A025', '12 Feb 2023', 5, 'G115', 'bruise', 'Y', 'helicopter'), ('A026', '13 Mar 2022', 1, 'G113', 'bruise', 'Y', NULL)) AS t(report_no, happened_on, slope_id, guest_no, injury, helmet_worn, evacuated_by);

-- Who teaches snowboarding?
SELECT first_name, last_name FROM instructors WHERE discipline = 'snowboard';
-- How many instructors are Austrian?
SELECT count(*) FROM instructors WHERE nationality = 'Austrian';
-- Which instructors don't have a mentor?
SELECT first_name, last_name FROM instructors WHERE mentor_id IS NULL;
-- Who is Luca Blanc's mentor?
SELECT m.first_name, m.last_name FROM instructors i JOIN instructors m ON i.mentor_id = m.id WHERE i.first_name = 'Luca' AND i.last_name = 'Blanc';
-- Whom does Anna Moser mentor?
SELECT i.first_name, i.last_name FROM instructors i JOIN instructors m ON i.mentor_id = m.id WHERE m.first_name = 'Anna' AND m.last_name = 'Moser';
-- Who mentors the most instructors?
SELECT m.first_name, m.last_name FROM instructors i JOIN instructors m ON i.mentor_id = m.id GROUP BY m.id, 1, 2 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- instructors with a day rate above average
SELECT first_name, last_name FROM instructors WHERE day_rate_eur > (SELECT avg(day_rate_eur) FROM instructors);
-- Which instructor has been with us the longest?
SELECT first_name, last_name FROM instructors QUALIFY rank() OVER (ORDER BY since) = 1;
-- How many guests come from each country?
SELECT country, count(*) FROM guests GROUP BY 1;
-- Which guests have no email address?
SELECT guest_name FROM guests WHERE email IS NULL;
-- Guests born before 1980 who aren't insured
SELECT guest_name FROM guests WHERE birth_date < '1980-01-01' AND insured = 'N';
-- Who's our youngest guest?
SELECT guest_name FROM guests QUALIFY rank() OVER (ORDER BY birth_date DESC) = 1;
-- What share of our guests is insured?
SELECT 100.0 * count(*) FILTER (insured = 'Y') / count(*) FROM guests;
-- How many beginners and how many experts are there?
SELECT ability, count(*) FROM guests WHERE ability IN ('beginner', 'expert') GROUP BY 1;
-- lifts that open for night skiing
SELECT lift_name FROM lifts WHERE night_skiing = 'Y';
-- Which lifts serve no slope?
SELECT lift_name FROM lifts WHERE lift_id NOT IN (SELECT lift FROM slopes);
-- How many slopes does each lift serve?
SELECT lift_name, count(slope_id) FROM lifts LEFT JOIN slopes ON lift = lift_id GROUP BY lift_id, 1;
-- black slopes steeper than 300 m vertical drop
SELECT slope_name FROM slopes WHERE grade = 'black' AND vertical_drop_m > 300;
-- average length of the slopes by grade
SELECT grade, avg(length_m) FROM slopes GROUP BY 1;
-- Which slopes aren't groomed?
SELECT slope_name FROM slopes WHERE groomed = 'N';
-- What is the difference in length between the longest and the shortest slope?
SELECT max(length_m) - min(length_m) FROM slopes;
-- Top 3 slopes by vertical drop
SELECT slope_name FROM slopes ORDER BY vertical_drop_m DESC LIMIT 3;
-- How many lessons did each instructor give in 2023?
SELECT first_name, last_name, count(lesson_id) FROM instructors LEFT JOIN lessons ON instructor = id AND year(lesson_date) = 2023 GROUP BY id, 1, 2;
-- Which instructors have taught more than 10 lessons?
SELECT first_name, last_name FROM instructors JOIN lessons ON instructor = id GROUP BY id, 1, 2 HAVING count(*) > 10;
-- lessons starting at 09:30 in February 2024
SELECT lesson_id FROM lessons WHERE start_time = '09:30' AND lesson_date >= '2024-02-01' AND lesson_date < '2024-03-01';
-- How deep was the snow on average in each year?
SELECT year(lesson_date), avg(snow_depth_cm) FROM lessons GROUP BY 1;
-- Total revenue from bookings that weren't cancelled
SELECT sum(amount_eur) FROM bookings WHERE cancelled_on IS NULL;
-- How many bookings were cancelled?
SELECT count(*) FROM bookings WHERE cancelled_on IS NOT NULL;
-- Which guests never showed up for a lesson they booked?
SELECT DISTINCT guest_name FROM guests JOIN bookings ON guest = guest_no WHERE no_show = 'Y';
-- Which guest has booked the most lessons?
SELECT guest_name FROM guests JOIN bookings ON guest = guest_no GROUP BY guest_no, 1 QUALIFY rank() OVER (ORDER BY count(DISTINCT lesson_id) DESC) = 1;
-- guests who have never booked
SELECT guest_name FROM guests WHERE guest_no NOT IN (SELECT guest FROM bookings);
-- Which German guests took lessons with Chiara Berger?
SELECT DISTINCT guest_name FROM guests JOIN bookings ON guest = guest_no JOIN lessons USING (lesson_id) JOIN instructors ON instructor = id WHERE country = 'Germany' AND first_name = 'Chiara' AND last_name = 'Berger';
-- What does a day pass cost?
refuse
-- Which hotel is Olivia Hart staying at?
refuse
-- lessons in 2019
SELECT * FROM lessons WHERE false;
-- Which instructors speak Dutch?
refuse
-- How many skis were rented?
refuse
-- average age of the instructors
refuse
-- What's the wind speed on Adlerhorst?
refuse
-- Which guests complained?
refuse
-- Who repaired the Gipfelbahn?
refuse
-- cancelled bookings
SELECT booking_no FROM bookings WHERE cancelled_on IS NOT NULL;
-- What share of bookings was cancelled?
SELECT 100.0 * count(cancelled_on) / count(*) FROM bookings;
-- Which guests cancelled a booking?
SELECT DISTINCT guest_name FROM guests JOIN bookings ON guest = guest_no WHERE cancelled_on IS NOT NULL;
-- Who cancelled the most bookings?
SELECT guest_name FROM guests JOIN bookings ON guest = guest_no WHERE cancelled_on IS NOT NULL GROUP BY guest_no, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- Who has the most bookings in 2023?
SELECT guest_name FROM guests JOIN bookings ON guest = guest_no WHERE year(booked_on) = 2023 GROUP BY guest_no, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- How many guests were injured?
SELECT count(DISTINCT guest_no) FROM accidents;
-- Which guests had an accident in 2023?
SELECT DISTINCT guest_name FROM guests JOIN accidents USING (guest_no) WHERE happened_on LIKE '%2023';
-- accidents in February
SELECT report_no FROM accidents WHERE happened_on LIKE '%Feb%';
-- lifts with a capacity of more than 1000 per hour
SELECT lift_name FROM lifts WHERE hourly_capacity > 1000;
-- How many red slopes are longer than 2 km?
SELECT count(*) FROM slopes WHERE grade = 'red' AND length_m > 2000;
-- What's the steepest slope?
refuse
