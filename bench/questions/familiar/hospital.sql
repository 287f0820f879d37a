-- A hospital.
CREATE TABLE physician AS FROM (VALUES (1, 'John Dorian', 'Staff Internist', 'General Medicine'), (2, 'Elliot Reid', 'Attending Physician', 'General Medicine'), (3, 'Christopher Turk', 'Surgical Attending', 'Surgery'), (4, 'Percival Cox', 'Senior Attending', 'General Medicine'), (5, 'Bob Kelso', 'Head Chief', 'Psychiatry'), (6, 'Todd Quinlan', 'Surgical Attending', 'Surgery'), (7, 'Molly Clock', 'Attending Psychiatrist', 'Psychiatry')) AS t(physician_id, name, position, department);
CREATE TABLE patient AS FROM (VALUES (1001, 'John Smith', 'M', DATE '1951-03-02', 'Boston', 1), (1002, 'Grace Ritchie', 'F', DATE '1979-11-20', 'Chicago', 2), (1003, 'Random J. Patient', 'M', DATE '1990-06-11', 'Boston', 2), (1004, 'Dennis Doe', 'M', DATE '1968-09-30', 'Denver', 3), (1005, 'Ann Lee', 'F', DATE '2001-01-15', 'Boston', 4), (1006, 'Rosa Diaz', 'F', DATE '1985-05-05', 'Denver', 2)) AS t(patient_id, name, gender, birth_date, city, primary_physician_id);
CREATE TABLE medication AS FROM (VALUES (1, 'Procrastin-X', 'Awakebrand', 12.5), (2, 'Thesisin', 'Foo Labs', 30.0), (3, 'Awakin', 'Awakebrand', 7.25), (4, 'Crescavitin', 'Bar Industries', 55.0), (5, 'Melioraurin', 'Foo Labs', 18.75)) AS t(medication_id, name, brand, price);
CREATE TABLE prescription AS FROM (VALUES (1, 1, 1001, 1, DATE '2008-04-24', 5), (2, 2, 1002, 2, DATE '2008-04-25', 10), (3, 2, 1003, 1, DATE '2008-04-30', 2), (4, 4, 1005, 3, DATE '2008-05-02', 4), (5, 1, 1001, 3, DATE '2008-05-07', 3), (6, 3, 1004, 5, DATE '2008-06-11', 6), (7, 2, 1002, 1, DATE '2008-06-20', 1)) AS t(prescription_id, physician_id, patient_id, medication_id, prescribed_on, dose);
CREATE TABLE appointment AS SELECT i AS appointment_id, 1001 + (i * 3) % 5 AS patient_id, 1 + (i * i + i // 3) % 6 AS physician_id, DATE '2008-04-01' + (i * 5)::INT AS appointment_date, ['scheduled', 'completed', 'cancelled'][1 + (i * 2 + i // 5) % 3] AS status, 20 + (i * 11) % 45 AS duration_minutes FROM range(1, 31) AS t(i);

-- What are the names and positions of all physicians?
SELECT name, position FROM physician;
-- How many physicians are in each department?
SELECT department, count(*) FROM physician GROUP BY 1;
-- Which department has the fewest physicians?
SELECT department FROM physician GROUP BY 1 ORDER BY count(*) LIMIT 1;
-- Who is the primary physician of Dennis Doe?
SELECT ph.name FROM physician ph JOIN patient p ON p.primary_physician_id = ph.physician_id WHERE p.name = 'Dennis Doe';
-- List the names of female patients.
SELECT name FROM patient WHERE gender = 'F';
-- How many patients live in Boston?
SELECT count(*) FROM patient WHERE city = 'Boston';
-- Who is the oldest patient?
SELECT name FROM patient ORDER BY birth_date LIMIT 1;
-- Which medication has the highest price?
SELECT name FROM medication ORDER BY price DESC LIMIT 1;
-- What is the average price of medications by brand?
SELECT brand, avg(price) FROM medication GROUP BY 1;
-- Which medications have never been prescribed?
SELECT name FROM medication WHERE medication_id NOT IN (SELECT medication_id FROM prescription);
-- How many appointments were cancelled?
SELECT count(*) FROM appointment WHERE status = 'cancelled';
-- How many appointments does each patient have? List the patient name and the number of appointments.
SELECT name, count(a.patient_id) FROM patient p LEFT JOIN appointment a ON a.patient_id = p.patient_id GROUP BY 1;
-- Which patients have no appointment?
SELECT name FROM patient WHERE patient_id NOT IN (SELECT patient_id FROM appointment);
-- What is the average duration of completed appointments?
SELECT avg(duration_minutes) FROM appointment WHERE status = 'completed';
-- Which physician has the most appointments?
SELECT name FROM physician JOIN appointment USING (physician_id) GROUP BY physician_id, name ORDER BY count(*) DESC LIMIT 1;
-- What medications were prescribed to Grace Ritchie?
SELECT DISTINCT m.name FROM medication m JOIN prescription USING (medication_id) JOIN patient p USING (patient_id) WHERE p.name = 'Grace Ritchie';
-- How many different patients has Elliot Reid prescribed medication to?
SELECT count(DISTINCT patient_id) FROM prescription JOIN physician USING (physician_id) WHERE name = 'Elliot Reid';
-- What is the percentage of appointments that were cancelled?
SELECT 100.0 * count(*) FILTER (WHERE status = 'cancelled') / count(*) FROM appointment;
-- Show the number of appointments per status, most frequent first.
SELECT status, count(*) AS n FROM appointment GROUP BY 1 ORDER BY n DESC;
-- List the medications that cost less than 20, cheapest first.
SELECT name FROM medication WHERE price < 20 ORDER BY price;
-- Which patients were born before 1970 or live in Denver?
SELECT name FROM patient WHERE birth_date < '1970-01-01' OR city = 'Denver';
-- How many prescriptions were written in April 2008?
SELECT count(*) FROM prescription WHERE prescribed_on BETWEEN '2008-04-01' AND '2008-04-30';
-- What is the maximum dose of Procrastin-X that was prescribed?
SELECT max(dose) FROM prescription JOIN medication USING (medication_id) WHERE name = 'Procrastin-X';
-- Which allergies does Ann Lee have?
refuse
-- How many nurses work in Surgery?
refuse
