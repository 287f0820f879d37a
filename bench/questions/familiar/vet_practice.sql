-- A veterinary practice.
CREATE TABLE owner AS FROM (VALUES (1, 'Hannah', 'Okafor', 'Lewes', '01273 555201', '2016-03-12'), (2, 'Bram', 'de Wit', 'Hove', '01273 555202', '2018-07-01'), (3, 'Priya', 'Nair', 'Lewes', NULL, '2019-11-20'), (4, 'Callum', 'Frost', 'Seaford', '01323 555204', '2020-02-02'), (5, 'Joyce', 'Tan', 'Hove', '01273 555205', '2021-05-30'), (6, 'Emil', 'Lindqvist', 'Newhaven', NULL, '2022-09-14'), (7, 'Rosa', 'Marchetti', 'Seaford', '01323 555207', '2023-01-08')) AS t(owner_id, fname, lname, town, tel, reg_date);
CREATE TABLE species AS FROM (VALUES ('DG', 'Dog', 'mammal'), ('CT', 'Cat', 'mammal'), ('RB', 'Rabbit', 'mammal'), ('PT', 'Parrot', 'bird'), ('TT', 'Tortoise', 'reptile')) AS t(sp_code, sp_name, class);
CREATE TABLE pet AS FROM (VALUES (101, 'Biscuit', 'DG', 'Labrador', 'F', DATE '2014-05-02', 28.4, 1, true), (102, 'Olive', 'CT', 'Siamese', 'F', DATE '2018-08-19', 4.1, 1, true), (103, 'Rex', 'DG', 'Boxer', 'M', DATE '2017-01-30', 31.0, 2, true), (104, 'Thumper', 'RB', 'Dutch', 'M', DATE '2020-04-11', 2.2, 3, false), (105, 'Mango', 'PT', 'Macaw', 'M', DATE '2011-09-09', 1.1, 3, false), (106, 'Shadow', 'CT', 'Maine Coon', 'M', DATE '2016-12-24', 7.3, 4, true), (107, 'Nala', 'DG', 'Beagle', 'F', DATE '2021-02-14', 11.8, 4, false), (108, 'Speedy', 'TT', 'Hermann', 'M', DATE '1998-06-01', 3.5, 5, true), (109, 'Luna', 'CT', 'Siamese', 'F', DATE '2022-03-03', 3.6, 5, true), (110, 'Bruno', 'DG', 'Labrador', 'M', DATE '2019-10-10', 33.2, 6, true), (111, 'Clover', 'RB', 'Lop', 'F', DATE '2023-01-15', 1.9, 6, false)) AS t(pet_id, pet_name, sp_code, breed, sex, dob, weight_kg, owner_id, chipped);
CREATE TABLE vet AS FROM (VALUES (1, 'Agnes', 'Holt', 2001, 'surgery', 61000), (2, 'Dilip', 'Rao', 2012, 'dentistry', 52000), (3, 'Maeve', 'Kerr', 2018, 'exotics', 45500), (4, 'Jonas', 'Berg', 2021, 'general', 39800)) AS t(vet_id, first_name, surname, qualified_yr, speciality, salary);
CREATE TABLE visit AS SELECT 5000 + i AS visit_no, 101 + (i * 3) % 10 AS pet_id, 1 + (i * i) % 3 AS vet_id, DATE '2022-01-05' + ((i * 11) % 700)::INT AS visit_date, ['check-up', 'injury', 'vaccination', 'check-up', 'skin problem'][1 + (i * 2) % 5] AS reason, 35 + (i * 17) % 90 AS fee, CASE WHEN i % 7 = 0 THEN NULL ELSE DATE '2022-01-20' + ((i * 11) % 700)::INT END AS paid_on FROM range(0, 90) AS r(i);
CREATE TABLE treatment AS FROM (VALUES ('X01', 'X-ray', 'imaging', 85.0), ('V01', 'Rabies vaccine', 'vaccine', 32.5), ('V02', 'Distemper vaccine', 'vaccine', 29.0), ('D01', 'Scale and polish', 'dental', 140.0), ('W01', 'Worming tablet', 'parasite', 9.5), ('S01', 'Spay', 'surgery', 210.0), ('U01', 'Ultrasound', 'imaging', 120.0)) AS t(trt_code, trt_name, category, unit_price);
CREATE TABLE visit_treatment AS SELECT DISTINCT 5000 + (i * 7) % 90 AS visit_no, ['X01', 'V01', 'V02', 'D01', 'W01', 'S01'][1 + (i * 5) % 6] AS trt_code, 1 + i % 2 AS qty FROM range(0, 70) AS r(i);

-- Give me the names of all the dogs.
SELECT pet_name FROM pet JOIN species USING (sp_code) WHERE sp_name = 'Dog';
-- How many pets does the practice look after?
SELECT count(*) FROM pet;
-- Which owners live in Hove?
SELECT fname, lname FROM owner WHERE town = 'Hove';
-- Which owners have no pets?
SELECT fname, lname FROM owner WHERE owner_id NOT IN (SELECT owner_id FROM pet);
-- Who owns Shadow?
SELECT fname, lname FROM owner JOIN pet USING (owner_id) WHERE pet_name = 'Shadow';
-- Names of the pets that are heavier than the average
SELECT pet_name FROM pet WHERE weight_kg > (SELECT avg(weight_kg) FROM pet);
-- How many cats and how many dogs are there?
SELECT sp_name, count(*) FROM pet JOIN species USING (sp_code) WHERE sp_name IN ('Cat', 'Dog') GROUP BY 1;
-- How many different pets has each vet seen?
SELECT surname, count(DISTINCT pet_id) FROM vet LEFT JOIN visit USING (vet_id) GROUP BY vet_id, 1;
-- Which pets has Dr. Kerr treated?
SELECT DISTINCT pet_name FROM pet JOIN visit USING (pet_id) JOIN vet USING (vet_id) WHERE surname = 'Kerr';
-- Which vet had the most visits in 2023?
SELECT first_name, surname FROM vet JOIN visit USING (vet_id) WHERE year(visit_date) = 2023 GROUP BY ALL ORDER BY count(*) DESC LIMIT 1;
-- Which owners have both a dog and a cat?
SELECT fname, lname FROM owner WHERE owner_id IN (SELECT owner_id FROM pet WHERE sp_code = 'DG') AND owner_id IN (SELECT owner_id FROM pet WHERE sp_code = 'CT');
-- Which owners have a cat but not a dog?
SELECT fname, lname FROM owner WHERE owner_id IN (SELECT owner_id FROM pet WHERE sp_code = 'CT') AND owner_id NOT IN (SELECT owner_id FROM pet WHERE sp_code = 'DG');
-- Which owners have at least two pets?
SELECT fname, lname FROM owner JOIN pet USING (owner_id) GROUP BY ALL HAVING count(*) >= 2;
-- What percentage of the pets are chipped?
SELECT 100.0 * count(*) FILTER (chipped) / count(*) FROM pet;
-- What are the three most expensive treatments?
SELECT trt_name FROM treatment ORDER BY unit_price DESC LIMIT 3;
-- What's the average weight of the Labradors?
SELECT avg(weight_kg) FROM pet WHERE breed = 'Labrador';
-- How much did Emil Lindqvist pay in fees?
SELECT sum(fee) FROM visit JOIN pet USING (pet_id) JOIN owner USING (owner_id) WHERE fname = 'Emil' AND lname = 'Lindqvist';
-- How many visits were there in each month of 2022?
SELECT month(visit_date), count(*) FROM visit WHERE year(visit_date) = 2022 GROUP BY 1;
-- What is the most common reason for a visit?
SELECT reason FROM visit GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- Which pets have never had an X-ray?
SELECT pet_name FROM pet WHERE pet_id NOT IN (SELECT pet_id FROM visit JOIN visit_treatment USING (visit_no) WHERE trt_code = 'X01');
-- List the pets that got a rabies vaccine.
SELECT DISTINCT pet_name FROM pet JOIN visit USING (pet_id) JOIN visit_treatment USING (visit_no) JOIN treatment USING (trt_code) WHERE trt_name = 'Rabies vaccine';
-- Who is the oldest pet?
SELECT pet_name FROM pet ORDER BY dob LIMIT 1;
-- What is the heaviest animal of each species?
SELECT sp_name, pet_name FROM pet JOIN species USING (sp_code) QUALIFY rank() OVER (PARTITION BY sp_code ORDER BY weight_kg DESC) = 1;
-- Which towns have more than one owner?
SELECT town FROM owner GROUP BY 1 HAVING count(*) > 1;
-- Which vets qualified between 2010 and 2020?
SELECT first_name, surname FROM vet WHERE qualified_yr BETWEEN 2010 AND 2020;
-- Which visits haven't been paid yet?
SELECT visit_no FROM visit WHERE paid_on IS NULL;
-- What did a visit cost on average in 2023?
SELECT avg(fee) FROM visit WHERE year(visit_date) = 2023;
-- Which treatment has never been given?
SELECT trt_name FROM treatment WHERE trt_code NOT IN (SELECT trt_code FROM visit_treatment);
-- Owners who registered before 2020 and have no phone number
SELECT fname, lname FROM owner WHERE reg_date < '2020-01-01' AND tel IS NULL;
-- Who earns more than the average salary?
SELECT first_name, surname FROM vet WHERE salary > (SELECT avg(salary) FROM vet);
-- total fees by vet, highest first
SELECT surname, sum(fee) FROM visit JOIN vet USING (vet_id) GROUP BY vet_id, 1 ORDER BY 2 DESC;
-- Which pets are older than the average?
SELECT pet_name FROM pet WHERE dob < (SELECT avg(dob) FROM pet);
-- How many owners have both a cat and a dog?
SELECT count(*) FROM owner WHERE owner_id IN (SELECT owner_id FROM pet WHERE sp_code = 'DG') AND owner_id IN (SELECT owner_id FROM pet WHERE sp_code = 'CT');
-- How many dogs are there?
SELECT count(*) FROM pet WHERE sp_code = 'DG';
-- Which insurer covers Biscuit?
refuse
-- How many puppies were born at the practice?
refuse
-- Which vet has the best reviews?
refuse
-- What food does Rex eat?
refuse
-- Which pets will need a booster next year?
refuse
