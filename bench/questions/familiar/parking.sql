-- Parking garages.
CREATE TABLE garages AS FROM (VALUES ('G1', 'Market Square', '10 Market St', 320, 2.5, TRUE), ('G2', 'Opera', '5 Ring Rd', 540, 3.2, FALSE), ('G3', 'University', '77 Campus Way', 210, 1.8, TRUE), ('G4', 'Airport North', '1 Terminal Ave', 1900, 4.0, TRUE)) AS t(garage_code, garage_name, address, spaces, hourly_rate, has_chargers);
CREATE TABLE vehicles AS FROM (VALUES ('ABX-11', 'Toyota', 'blue', 'car', 1), ('QRT-52', 'Ford', 'white', 'van', 2), ('LMN-90', 'Tesla', 'red', 'car', 3), ('ZZE-07', 'BMW', 'black', 'motorcycle', 1), ('KPO-33', 'Kia', 'white', 'car', 4)) AS t(plate, brand, color, vehicle_type, owner_id);
CREATE TABLE owners AS FROM (VALUES (1, 'Mina', 'Harker', 'mina@mail.test', '2019-06-01'), (2, 'Jon', 'Snowdon', 'jon@mail.test', '2021-02-15'), (3, 'Eve', 'Polastri', 'eve@mail.test', '2022-08-30'), (4, 'Ray', 'Holt', 'ray@mail.test', '2020-11-11'), (5, 'Amy', 'Santos', 'amy@mail.test', '2023-01-05')) AS t(owner_id, first_name, last_name, email, registered_on);
CREATE TABLE stays AS FROM (VALUES (1, 'ABX-11', 'G1', TIMESTAMP '2023-03-01 08:10:00', TIMESTAMP '2023-03-01 11:40:00', 8.75, 'card'), (2, 'QRT-52', 'G2', TIMESTAMP '2023-03-01 09:00:00', TIMESTAMP '2023-03-01 10:00:00', 3.2, 'cash'), (3, 'LMN-90', 'G4', TIMESTAMP '2023-03-04 05:30:00', TIMESTAMP '2023-03-08 21:00:00', 320.0, 'card'), (4, 'ABX-11', 'G3', TIMESTAMP '2023-04-11 13:00:00', TIMESTAMP '2023-04-11 17:00:00', 7.2, 'app'), (5, 'ZZE-07', 'G1', TIMESTAMP '2023-04-12 18:20:00', TIMESTAMP '2023-04-12 19:20:00', 2.5, 'app'), (6, 'QRT-52', 'G1', TIMESTAMP '2023-05-20 07:45:00', TIMESTAMP '2023-05-20 16:45:00', 22.5, 'card'), (7, 'LMN-90', 'G2', TIMESTAMP '2023-05-21 19:00:00', TIMESTAMP '2023-05-21 22:00:00', 9.6, 'app')) AS t(stay_id, plate, garage_code, entered_at, left_at, fee, payment_method);

-- Which garages have chargers?
SELECT garage_name FROM garages WHERE has_chargers;
-- What is the name and number of spaces of the garage with the highest hourly rate?
SELECT garage_name, spaces FROM garages ORDER BY hourly_rate DESC LIMIT 1;
-- How many stays were paid by card?
SELECT count(*) FROM stays WHERE payment_method = 'card';
-- What is the total fee per garage? Give the garage name.
SELECT garage_name, sum(fee) FROM stays JOIN garages USING (garage_code) GROUP BY 1;
-- Which owners have more than one vehicle?
SELECT first_name, last_name FROM owners JOIN vehicles USING (owner_id) GROUP BY owner_id, 1, 2 HAVING count(*) > 1;
-- Which owners have no vehicle?
SELECT first_name, last_name FROM owners WHERE owner_id NOT IN (SELECT owner_id FROM vehicles);
-- What is the average fee of stays at Market Square?
SELECT avg(fee) FROM stays JOIN garages USING (garage_code) WHERE garage_name = 'Market Square';
-- How many white vehicles are there?
SELECT count(*) FROM vehicles WHERE color = 'white';
-- List the plates of the vehicles that parked at the Opera garage.
SELECT DISTINCT plate FROM stays JOIN garages USING (garage_code) WHERE garage_name = 'Opera';
-- Who owns the Tesla?
SELECT first_name, last_name FROM owners JOIN vehicles USING (owner_id) WHERE brand = 'Tesla';
-- How many stays began in April 2023?
SELECT count(*) FROM stays WHERE entered_at >= '2023-04-01' AND entered_at < '2023-05-01';
-- What is the most common color of vehicles?
SELECT color FROM vehicles GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- How many parking fines were issued at the Opera garage?
refuse
-- What is the height limit of the University garage?
refuse
