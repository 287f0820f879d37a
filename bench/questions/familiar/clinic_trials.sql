-- Trials of medicines.
CREATE TABLE sites AS FROM (VALUES (1, 'Northgate Clinic', 'Leeds', 'GB', 40), (2, 'Institut Pasteur', 'Lyon', 'FR', 65), (3, 'Charité Mitte', 'Berlin', 'DE', 120), (4, 'Hospital del Mar', 'Barcelona', 'ES', 80)) AS t(site_id, site_name, city, country_code, capacity);
CREATE TABLE drugs AS FROM (VALUES ('D1', 'Zentrapil', 'Helix Pharma', 'tablet', 2015), ('D2', 'Cardomex', 'Novaterra', 'injection', 2018), ('D3', 'Lumidol', 'Helix Pharma', 'tablet', 2020), ('D4', 'Rinoflux', 'Breva', 'spray', 2021)) AS t(drug_code, drug_name, manufacturer, form, patent_year);
CREATE TABLE trials AS FROM (VALUES (101, 'D1', 1, 'Phase II', DATE '2020-02-10', DATE '2021-01-15', 'completed', 60), (102, 'D2', 3, 'Phase III', DATE '2020-09-01', DATE '2022-03-30', 'completed', 240), (103, 'D3', 2, 'Phase I', DATE '2021-05-20', NULL, 'ongoing', 25), (104, 'D1', 3, 'Phase III', DATE '2021-11-11', NULL, 'ongoing', 300), (105, 'D3', 2, 'Phase II', DATE '2022-04-04', DATE '2022-06-01', 'terminated', 80), (106, 'D2', 1, 'Phase II', DATE '2022-10-10', NULL, 'ongoing', 90)) AS t(trial_id, drug_code, site_id, phase, start_date, end_date, status, planned_enrollment);
CREATE TABLE patients AS FROM (VALUES (1, 'Harper Lane', 'F', 54, 101), (2, 'Idris Cole', 'M', 61, 101), (3, 'Freya Olsen', 'F', 38, 102), (4, 'Matteo Ricci', 'M', 47, 102), (5, 'Anke Vogel', 'F', 66, 104), (6, 'Jonas Weber', 'M', 59, 104), (7, 'Claire Petit', 'F', 29, 103), (8, 'Luc Garnier', 'M', 72, 105), (9, 'Nora Hill', 'F', 45, 106), (10, 'Sven Adler', 'M', 50, 104)) AS t(patient_id, patient_name, sex, age, trial_id);
CREATE TABLE adverse_events AS FROM (VALUES (1, 1, 'headache', 'mild', DATE '2020-05-02'), (2, 1, 'nausea', 'moderate', DATE '2020-06-12'), (3, 3, 'rash', 'mild', DATE '2021-02-14'), (4, 5, 'headache', 'severe', DATE '2022-01-20'), (5, 6, 'dizziness', 'mild', DATE '2022-03-03'), (6, 8, 'nausea', 'severe', DATE '2022-05-18'), (7, 10, 'headache', 'mild', DATE '2022-07-07')) AS t(event_id, patient_id, event_type, severity, reported_on);

-- How many trials are ongoing?
SELECT count(*) FROM trials WHERE status = 'ongoing';
-- What are the names of the drugs made by Helix Pharma?
SELECT drug_name FROM drugs WHERE manufacturer = 'Helix Pharma';
-- How many patients are enrolled in each trial?
SELECT trial_id, count(*) FROM patients GROUP BY 1;
-- What is the average age of female patients?
SELECT avg(age) FROM patients WHERE sex = 'F';
-- Which patients had a severe adverse event?
SELECT patient_name FROM patients JOIN adverse_events USING (patient_id) WHERE severity = 'severe';
-- Which patients reported no adverse events?
SELECT patient_name FROM patients WHERE patient_id NOT IN (SELECT patient_id FROM adverse_events);
-- What is the most common type of adverse event?
SELECT event_type FROM adverse_events GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- List the names of sites that run more than one trial.
SELECT site_name FROM sites JOIN trials USING (site_id) GROUP BY site_id, 1 HAVING count(*) > 1;
-- What is the total planned enrollment of Phase III trials?
SELECT sum(planned_enrollment) FROM trials WHERE phase = 'Phase III';
-- Which drug was tested in Berlin?
SELECT DISTINCT drug_name FROM drugs JOIN trials USING (drug_code) JOIN sites USING (site_id) WHERE city = 'Berlin';
-- Show the number of trials started per year.
SELECT year(start_date), count(*) FROM trials GROUP BY 1;
-- What is the average age of patients for each drug? Return the drug name and the average age.
SELECT drug_name, avg(age) FROM patients JOIN trials USING (trial_id) JOIN drugs USING (drug_code) GROUP BY 1;
-- How many patients received a placebo?
refuse
-- Which doctor leads the trial at Northgate Clinic?
refuse
