-- Courts and their cases.
CREATE TABLE courts AS FROM (VALUES (1, 'Harbor County Court', 'county', 'Salem', 'OR'), (2, 'Third Circuit', 'circuit', 'Portland', 'OR'), (3, 'Western District Court', 'district', 'Seattle', 'WA'), (4, 'Supreme Court of Idaho', 'supreme', 'Boise', 'ID'), (5, 'Juniper County Court', 'county', 'Bend', 'OR')) AS t(court_id, court_name, court_level, city, state_code);
CREATE TABLE judges AS FROM (VALUES (11, 'Helen Marsh', 1, DATE '2004-05-01', 1961), (12, 'Oscar Lund', 1, DATE '2015-09-15', 1970), (13, 'Ruth Okafor', 2, DATE '1999-01-10', 1955), (14, 'Peter Quill', 3, DATE '2011-03-21', 1968), (15, 'Ana Duarte', 3, DATE '2018-11-05', 1977), (16, 'Walter Brandt', 4, DATE '1996-07-30', 1950)) AS t(judge_id, judge_name, court_id, appointed_on, birth_year);
CREATE TABLE lawyers AS FROM (VALUES ('B100', 'Tessa', 'Monroe', 'Monroe & Hale', 12), ('B101', 'Greg', 'Hale', 'Monroe & Hale', 20), ('B102', 'Ines', 'Castro', 'Castro Law', 7), ('B103', 'Dmitri', 'Volkov', 'Public Defender', 3), ('B104', 'Lily', 'Chan', 'Chan Partners', 15), ('B105', 'Noah', 'Reyes', 'Public Defender', 9)) AS t(bar_number, first_name, last_name, firm, years_of_practice);
CREATE TABLE cases AS FROM (VALUES ('22-0101', 'Miller v. Northwind Farms', 'civil', 11, DATE '2022-01-14', DATE '2022-09-30', 'settled', 45000.0), ('22-0102', 'State v. Grant', 'criminal', 12, DATE '2022-02-03', DATE '2022-06-11', 'convicted', NULL), ('22-0103', 'Ortiz v. City of Salem', 'civil', 11, DATE '2022-03-19', DATE '2023-02-01', 'dismissed', NULL), ('22-0201', 'State v. Pruitt', 'criminal', 13, DATE '2022-05-27', DATE '2023-05-05', 'acquitted', NULL), ('22-0301', 'Lakes Alliance v. Dunmore Mining', 'civil', 14, DATE '2022-08-08', NULL, NULL, NULL), ('23-0101', 'Estate of Howell', 'probate', 12, DATE '2023-01-09', DATE '2023-04-17', 'settled', 120000.0), ('23-0201', 'State v. Abbott', 'criminal', 13, DATE '2023-02-22', DATE '2023-10-12', 'convicted', NULL), ('23-0301', 'Kwan v. Rapid Freight', 'civil', 15, DATE '2023-03-15', DATE '2023-12-20', 'settled', 78000.0), ('23-0302', 'State v. Tully', 'criminal', 14, DATE '2023-06-02', NULL, NULL, NULL), ('23-0401', 'In re Clearwater', 'appeal', 16, DATE '2023-07-19', DATE '2024-01-25', 'affirmed', NULL), ('24-0301', 'Hansen v. Moss', 'civil', 15, DATE '2024-01-30', NULL, NULL, NULL)) AS t(case_number, title, case_type, judge_id, filed_on, closed_on, outcome, damages_usd);
CREATE TABLE case_lawyers AS FROM (VALUES ('22-0101', 'B100', 'plaintiff'), ('22-0101', 'B104', 'defense'), ('22-0102', 'B103', 'defense'), ('22-0103', 'B102', 'plaintiff'), ('22-0201', 'B105', 'defense'), ('22-0301', 'B102', 'plaintiff'), ('22-0301', 'B101', 'defense'), ('23-0101', 'B104', 'plaintiff'), ('23-0201', 'B105', 'defense'), ('23-0301', 'B100', 'plaintiff'), ('23-0302', 'B103', 'defense'), ('24-0301', 'B100', 'defense')) AS t(case_number, bar_number, side);
CREATE TABLE hearings AS FROM (VALUES (1, '22-0101', DATE '2022-03-01', 45, 'A1'), (2, '22-0101', DATE '2022-06-10', 120, 'A1'), (3, '22-0102', DATE '2022-04-20', 60, 'B2'), (4, '22-0103', DATE '2022-10-05', 30, 'A1'), (5, '22-0201', DATE '2022-11-15', 180, 'C1'), (6, '22-0201', DATE '2023-01-16', 240, 'C1'), (7, '22-0301', DATE '2023-02-02', 90, 'D4'), (8, '23-0201', DATE '2023-05-30', 150, 'C1'), (9, '23-0301', DATE '2023-06-21', 75, 'D4'), (10, '23-0301', DATE '2023-09-13', 100, 'D5'), (11, '23-0401', DATE '2023-10-02', 55, 'S1'), (12, '22-0201', DATE '2023-03-08', 200, 'C2')) AS t(hearing_id, case_number, held_on, minutes, room);

-- How many cases did each judge handle?
SELECT judge_name, count(*) FROM cases JOIN judges USING (judge_id) GROUP BY 1;
-- What are the titles of the criminal cases that ended with a conviction?
SELECT title FROM cases WHERE case_type = 'criminal' AND outcome = 'convicted';
-- Which lawyers have never represented a plaintiff? Give their first and last names.
SELECT first_name, last_name FROM lawyers WHERE bar_number NOT IN (SELECT bar_number FROM case_lawyers WHERE side = 'plaintiff');
-- What is the average number of minutes per hearing in the Third Circuit?
SELECT avg(minutes) FROM hearings JOIN cases USING (case_number) JOIN judges USING (judge_id) JOIN courts USING (court_id) WHERE court_name = 'Third Circuit';
-- Show the name of the judge who was appointed first.
SELECT judge_name FROM judges ORDER BY appointed_on LIMIT 1;
-- How many cases were filed in each year?
SELECT year(filed_on), count(*) FROM cases GROUP BY 1;
-- Which courts are in Oregon (OR) and how many judges does each of them have?
SELECT court_name, count(*) FROM courts JOIN judges USING (court_id) WHERE state_code = 'OR' GROUP BY 1;
-- List the cases that are still not closed, with their titles and filing dates.
SELECT title, filed_on FROM cases WHERE closed_on IS NULL;
-- What is the total amount of damages awarded in settled civil cases?
SELECT sum(damages_usd) FROM cases WHERE case_type = 'civil' AND outcome = 'settled';
-- Find the firms that have more than one lawyer.
SELECT firm FROM lawyers GROUP BY 1 HAVING count(*) > 1;
-- Which case had the most hearings? Return its case number and the number of hearings.
SELECT case_number, count(*) FROM hearings GROUP BY 1 ORDER BY 2 DESC LIMIT 1;
-- What percentage of criminal cases ended with an acquittal?
SELECT 100.0 * count(*) FILTER (outcome = 'acquitted') / count(*) FROM cases WHERE case_type = 'criminal';
-- Which jurors were dismissed from State v. Grant?
refuse
-- What is the salary of Judge Ruth Okafor?
refuse
