-- Choirs, singers and concerts.
CREATE TABLE choirs AS FROM (VALUES (1, 'Voces Claras', 'chamber', 'Granada', 1998), (2, 'Dom Singers', 'youth', 'Graz', 2007), (3, 'Harmonia', 'symphonic', 'Tallinn', 1975), (4, 'Blue Notes', 'gospel', 'Cardiff', 2012)) AS t(id, name, choir_type, home_city, founded);
CREATE TABLE conductors AS FROM (VALUES (1, 'Marisol Vega', 'Spain', 1962, 1), (2, 'Lukas Steiner', 'Austria', 1980, 2), (3, 'Kadri Tamm', 'Estonia', 1955, 3), (4, 'Owen Price', 'Wales', 1990, NULL)) AS t(id, full_name, country, year_of_birth, choir_id);
CREATE TABLE pieces AS FROM (VALUES (1, 'Requiem', 'Fauré', 'Latin', 35, 1890), (2, 'Gloria', 'Vivaldi', 'Latin', 30, 1715), (3, 'Spaseniye', 'Chesnokov', 'Church Slavonic', 6, 1912), (4, 'Amazing Grace', 'Newton', 'English', 5, 1779), (5, 'Magnificat', 'Pärt', 'Latin', 7, 1989)) AS t(id, title, composer, language, minutes, composed);
CREATE TABLE concerts AS FROM (VALUES (1, 1, 'Catedral', DATE '2022-04-15', 420, 18.0), (2, 1, 'Palacio', DATE '2022-12-18', 300, 22.5), (3, 3, 'Estonia Hall', DATE '2022-06-24', 880, 15.0), (4, 3, 'Niguliste', DATE '2023-03-30', 510, 12.0), (5, 4, 'Millennium Centre', DATE '2023-05-06', 1500, 25.0), (6, 2, 'Stephaniensaal', DATE '2023-10-21', 760, 20.0), (7, 3, 'Estonia Hall', DATE '2023-12-22', 900, 16.0)) AS t(id, choir_id, venue, concert_date, audience, ticket_price);
CREATE TABLE concert_pieces AS FROM (VALUES (1, 1, 1), (1, 2, 2), (2, 2, 1), (3, 3, 1), (3, 5, 2), (4, 1, 1), (5, 4, 1), (6, 2, 1), (7, 5, 1), (7, 3, 2)) AS t(concert_id, piece_id, position);

-- What are the names and home cities of choirs founded before 2000?
SELECT name, home_city FROM choirs WHERE founded < 2000;
-- Who conducts Harmonia?
SELECT full_name FROM conductors JOIN choirs ON choir_id = choirs.id WHERE name = 'Harmonia';
-- How many concerts did each choir give?
SELECT name, count(*) FROM choirs JOIN concerts ON choirs.id = choir_id GROUP BY 1;
-- What is the average audience of concerts at Estonia Hall?
SELECT avg(audience) FROM concerts WHERE venue = 'Estonia Hall';
-- Which conductors do not lead a choir?
SELECT full_name FROM conductors WHERE choir_id IS NULL;
-- List the titles of Latin pieces from the longest to the shortest.
SELECT title FROM pieces WHERE language = 'Latin' ORDER BY minutes DESC;
-- Which pieces were performed in the concert at Niguliste?
SELECT title FROM pieces JOIN concert_pieces ON piece_id = pieces.id JOIN concerts ON concert_id = concerts.id WHERE venue = 'Niguliste';
-- What is the highest ticket price in 2023?
SELECT max(ticket_price) FROM concerts WHERE year(concert_date) = 2023;
-- Which piece has been performed most often?
SELECT title FROM pieces JOIN concert_pieces ON piece_id = pieces.id GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- Who is the youngest conductor?
SELECT full_name FROM conductors ORDER BY year_of_birth DESC LIMIT 1;
-- How many pieces are there in each language?
SELECT language, count(*) FROM pieces GROUP BY 1;
-- What is the total audience of all concerts of Voces Claras?
SELECT sum(audience) FROM concerts JOIN choirs ON choirs.id = choir_id WHERE name = 'Voces Claras';
-- How many members does Blue Notes have?
refuse
-- Which concerts were sold out?
refuse
-- Which conductor arranged Gloria?
refuse
