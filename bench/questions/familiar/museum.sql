-- Museums and what they show.
CREATE TABLE museum AS FROM (VALUES (1, 'Gallery of the North', 'Oslo', 'Norway', 1898, 12.5), (2, 'Museo del Sol', 'Madrid', 'Spain', 1921, 15.0), (3, 'Lakeside Collection', 'Geneva', 'Switzerland', 1975, 0.0), (4, 'National Museum of Ceramics', 'Lisbon', 'Portugal', 1954, 8.0), (5, 'Kunsthalle West', 'Cologne', 'Germany', 2003, 14.0)) AS t(museum_id, name, city, country, opened, ticket_price);
CREATE TABLE artist AS FROM (VALUES (1, 'Ingrid', 'Solberg', 'Norwegian', 1872, 1940, 'F'), (2, 'Pablo', 'Herrera', 'Spanish', 1901, 1977, 'M'), (3, 'Claire', 'Dumont', 'French', 1950, NULL, 'F'), (4, 'Otto', 'Brandt', 'German', 1888, 1945, 'M'), (5, 'Luisa', 'Teixeira', 'Portuguese', 1963, NULL, 'F'), (6, 'Marco', 'Bellini', 'Italian', 1830, 1899, 'M'), (7, 'Yuki', 'Tanaka', 'Japanese', 1981, NULL, 'F')) AS t(artist_id, first_name, last_name, nationality, birth_year, death_year, gender);
CREATE TABLE artwork AS FROM (VALUES (1, 'Winter Harbor', 1, 1905, 'Painting', 'Oil on canvas', 120000, 1), (2, 'Fishermen', 1, 1911, 'Painting', 'Oil on canvas', 95000, 1), (3, 'Noon', 2, 1935, 'Painting', 'Oil on canvas', 240000, 2), (4, 'The Matador', 2, 1942, 'Sculpture', 'Bronze', 310000, 2), (5, 'Blue Fragments', 3, 1988, 'Installation', 'Glass', 54000, 5), (6, 'Silent Room', 3, 1999, 'Installation', 'Mixed media', 61000, 3), (7, 'Metropolis at Night', 4, 1926, 'Painting', 'Tempera', 180000, 5), (8, 'Tiles of Alfama', 5, 1995, 'Ceramic', 'Clay', 22000, 4), (9, 'Ocean Wall', 5, 2004, 'Ceramic', 'Clay', 35000, 4), (10, 'Portrait of a Lady', 6, 1866, 'Painting', 'Oil on canvas', 410000, 2), (11, 'Self-Portrait', 4, 1920, 'Drawing', 'Charcoal', 27000, 5), (12, 'Study of Hands', 6, 1871, 'Drawing', 'Charcoal', 33000, NULL)) AS t(artwork_id, title, artist_id, year, type, medium, value_eur, museum_id);
CREATE TABLE exhibition AS FROM (VALUES (1, 'Light and Water', 1, DATE '2021-03-01', DATE '2021-06-30', 18200), (2, 'Modern Spain', 2, DATE '2021-09-10', DATE '2022-01-15', 42100), (3, 'Glass and Space', 5, DATE '2022-02-01', DATE '2022-05-31', 9800), (4, 'From Clay', 4, DATE '2022-06-15', DATE '2022-09-30', 12750), (5, 'Portraits', 2, DATE '2023-01-20', DATE '2023-04-20', 38900)) AS t(exhibition_id, name, museum_id, start_date, end_date, visitors);
CREATE TABLE exhibition_artwork AS FROM (VALUES (1, 1), (1, 2), (1, 9), (2, 3), (2, 4), (3, 5), (3, 6), (4, 8), (4, 9), (5, 10), (5, 11), (5, 3)) AS t(exhibition_id, artwork_id);

-- List the titles of all paintings.
SELECT title FROM artwork WHERE type = 'Painting';
-- How many artworks does each museum own?
SELECT name, count(*) FROM museum JOIN artwork USING (museum_id) GROUP BY 1;
-- Which artworks are worth more than 200000?
SELECT title FROM artwork WHERE value_eur > 200000;
-- Who painted Winter Harbor?
SELECT first_name, last_name FROM artist JOIN artwork USING (artist_id) WHERE title = 'Winter Harbor';
-- How many female artists are there?
SELECT count(*) FROM artist WHERE gender = 'F';
-- Which artists are still alive?
refuse
-- What is the most valuable artwork?
SELECT title FROM artwork ORDER BY value_eur DESC LIMIT 1;
-- What is the total value of the artworks in the Museo del Sol?
SELECT sum(value_eur) FROM artwork JOIN museum USING (museum_id) WHERE name = 'Museo del Sol';
-- Which exhibition attracted the most visitors?
SELECT name FROM exhibition ORDER BY visitors DESC LIMIT 1;
-- How many visitors did exhibitions have per museum?
SELECT m.name, sum(visitors) FROM exhibition e JOIN museum m USING (museum_id) GROUP BY 1;
-- Which artworks were shown in the exhibition Light and Water?
SELECT title FROM artwork JOIN exhibition_artwork USING (artwork_id) JOIN exhibition USING (exhibition_id) WHERE name = 'Light and Water';
-- Which artworks have never been exhibited?
SELECT title FROM artwork WHERE artwork_id NOT IN (SELECT artwork_id FROM exhibition_artwork);
-- How many artworks were in each exhibition?
SELECT name, count(*) FROM exhibition JOIN exhibition_artwork USING (exhibition_id) GROUP BY 1;
-- Which museums are free?
refuse
-- What is the average ticket price?
SELECT avg(ticket_price) FROM museum;
-- Which museums have a ticket price below 10?
SELECT name FROM museum WHERE ticket_price < 10;
-- List the exhibitions that started in 2022.
SELECT name FROM exhibition WHERE year(start_date) = 2022;
-- Who is the oldest artist?
SELECT first_name, last_name FROM artist ORDER BY birth_year LIMIT 1;
-- Count the artworks by type, most frequent first.
SELECT type, count(*) FROM artwork GROUP BY 1 ORDER BY 2 DESC;
-- Which artists have more than one artwork?
SELECT first_name, last_name FROM artist JOIN artwork USING (artist_id) GROUP BY artist_id, 1, 2 HAVING count(*) > 1;
-- Show the title, year and value of the works of Otto Brandt.
SELECT title, year, value_eur FROM artwork JOIN artist USING (artist_id) WHERE last_name = 'Brandt';
-- What are the names of museums in Spain or Portugal?
SELECT name FROM museum WHERE country IN ('Spain', 'Portugal');
-- Which museum opened first?
SELECT name FROM museum ORDER BY opened LIMIT 1;
-- What is the average value of paintings?
SELECT avg(value_eur) FROM artwork WHERE type = 'Painting';
-- Which artist's works are worth the most in total?
SELECT first_name, last_name FROM artist JOIN artwork USING (artist_id) GROUP BY artist_id, 1, 2 ORDER BY sum(value_eur) DESC LIMIT 1;
-- How many people work at the Kunsthalle West?
refuse
