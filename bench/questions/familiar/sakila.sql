-- A video rental.
CREATE TABLE actor AS FROM (VALUES (1, 'PENELOPE', 'GUINESS'), (2, 'NICK', 'WAHLBERG'), (3, 'ED', 'CHASE'), (4, 'JENNIFER', 'DAVIS'), (5, 'JOHNNY', 'LOLLOBRIGIDA'), (6, 'BETTE', 'NICHOLSON'), (7, 'NICK', 'STALLONE')) AS t(actor_id, first_name, last_name);
CREATE TABLE language AS FROM (VALUES (1, 'English'), (2, 'Italian'), (3, 'Japanese'), (4, 'German')) AS t(language_id, name);
CREATE TABLE film AS FROM (VALUES (1, 'ACADEMY DINOSAUR', 2006, 1, 6, 0.99, 86, 20.99, 'PG'), (2, 'ACE GOLDFINGER', 2006, 1, 3, 4.99, 48, 12.99, 'G'), (3, 'ADAPTATION HOLES', 2005, 2, 7, 2.99, 50, 18.99, 'NC-17'), (4, 'AFFAIR PREJUDICE', 2004, 1, 5, 2.99, 117, 26.99, 'G'), (5, 'AFRICAN EGG', 2006, 1, 6, 2.99, 130, 22.99, 'G'), (6, 'AGENT TRUMAN', 2003, 3, 3, 2.99, 169, 17.99, 'PG'), (7, 'AIRPLANE SIERRA', 2006, 1, 6, 4.99, 62, 28.99, 'PG-13'), (8, 'AIRPORT POLLOCK', 2005, 2, 6, 4.99, 54, 15.99, 'R'), (9, 'ALABAMA DEVIL', 2002, 1, 3, 2.99, 114, 21.99, 'PG-13'), (10, 'ALADDIN CALENDAR', 2006, 1, 6, 4.99, 63, 24.99, 'NC-17')) AS t(film_id, title, release_year, language_id, rental_duration, rental_rate, length, replacement_cost, rating);
CREATE TABLE film_actor AS FROM (VALUES (1, 1), (1, 2), (1, 5), (2, 3), (2, 1), (3, 4), (3, 7), (3, 9), (3, 10), (4, 2), (4, 5), (5, 8), (6, 6), (6, 1)) AS t(actor_id, film_id);
CREATE TABLE category AS FROM (VALUES (1, 'Action'), (2, 'Animation'), (3, 'Comedy'), (4, 'Horror'), (5, 'Travel')) AS t(category_id, name);
CREATE TABLE film_category AS FROM (VALUES (1, 1), (2, 4), (3, 3), (4, 4), (5, 2), (6, 1), (7, 3), (8, 4), (9, 4), (10, 3)) AS t(film_id, category_id);
CREATE TABLE store AS FROM (VALUES (1, '47 MySakila Drive', 'Lethbridge'), (2, '28 MySQL Boulevard', 'Woodridge')) AS t(store_id, address, city);
CREATE TABLE customer AS FROM (VALUES (1, 1, 'MARY', 'SMITH', 'mary.smith@example.org', true), (2, 1, 'PATRICIA', 'JOHNSON', 'patricia.johnson@example.org', true), (3, 2, 'LINDA', 'WILLIAMS', 'linda.williams@example.org', false), (4, 2, 'BARBARA', 'JONES', 'barbara.jones@example.org', true), (5, 1, 'ELIZABETH', 'BROWN', 'elizabeth.brown@example.org', false), (6, 1, 'SUSAN', 'WILSON', 'susan.wilson@example.org', true)) AS t(customer_id, store_id, first_name, last_name, email, active);
CREATE TABLE inventory AS SELECT i AS inventory_id, 1 + (i * 3) % 9 AS film_id, 1 + i % 2 AS store_id FROM range(1, 25) AS t(i);
CREATE TABLE rental AS SELECT i AS rental_id, TIMESTAMP '2005-05-24 22:53:30' + INTERVAL (i * 7) HOUR AS rental_date, 1 + (i * i) % 24 AS inventory_id, 1 + (i * 2) % 5 AS customer_id, CASE WHEN i % 8 = 0 THEN NULL ELSE TIMESTAMP '2005-05-24 22:53:30' + INTERVAL (i * 7 + 24 * (1 + i % 6)) HOUR END AS return_date FROM range(1, 49) AS t(i);
CREATE TABLE payment AS SELECT i AS payment_id, 1 + (i * 2) % 5 AS customer_id, i AS rental_id, round(0.99 + (i * 3) % 7, 2) AS amount, TIMESTAMP '2005-05-25 08:00:00' + INTERVAL (i * 7) HOUR AS payment_date FROM range(1, 49) AS t(i);

-- What are the titles of all films rated PG-13?
SELECT title FROM film WHERE rating = 'PG-13';
-- How many films are there in each language?
SELECT name, count(film_id) FROM language LEFT JOIN film USING (language_id) GROUP BY 1;
-- In which language is no film?
SELECT name FROM language WHERE language_id NOT IN (SELECT language_id FROM film);
-- Which actors played in the film "ACADEMY DINOSAUR"? Give first and last names.
SELECT first_name, last_name FROM actor JOIN film_actor USING (actor_id) JOIN film USING (film_id) WHERE title = 'ACADEMY DINOSAUR';
-- List the titles of the films in which ED CHASE plays.
SELECT title FROM actor JOIN film_actor USING (actor_id) JOIN film USING (film_id) WHERE first_name = 'ED' AND last_name = 'CHASE';
-- Find the titles of all horror films.
SELECT title FROM film JOIN film_category USING (film_id) JOIN category USING (category_id) WHERE name = 'Horror';
-- What is the average length of films in each category?
SELECT name, avg(length) FROM film JOIN film_category USING (film_id) JOIN category USING (category_id) GROUP BY 1;
-- Which category has the most films?
SELECT name FROM film_category JOIN category USING (category_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- What is the longest film?
SELECT title FROM film ORDER BY length DESC LIMIT 1;
-- What is the shortest length of a film with rating G?
SELECT min(length) FROM film WHERE rating = 'G';
-- How many actors have the first name NICK?
SELECT count(*) FROM actor WHERE first_name = 'NICK';
-- Which actors did not play in any film?
SELECT first_name, last_name FROM actor WHERE actor_id NOT IN (SELECT actor_id FROM film_actor);
-- How many active customers does each store have?
SELECT store_id, count(*) FROM customer WHERE active GROUP BY 1;
-- List the emails of inactive customers.
SELECT email FROM customer WHERE NOT active;
-- What is the total amount paid by each customer? Show first name, last name and the total.
SELECT first_name, last_name, sum(amount) FROM customer JOIN payment USING (customer_id) GROUP BY 1, 2;
-- Which customer paid the most in total?
SELECT first_name, last_name FROM customer JOIN payment USING (customer_id) GROUP BY customer_id, 1, 2 ORDER BY sum(amount) DESC LIMIT 1;
-- How many rentals have not been returned?
SELECT count(*) FROM rental WHERE return_date IS NULL;
-- How many rentals were made in May 2005?
SELECT count(*) FROM rental WHERE rental_date >= '2005-05-01' AND rental_date < '2005-06-01';
-- Show the titles and replacement costs of the films that cost more than 20 to replace, most expensive first.
SELECT title, replacement_cost FROM film WHERE replacement_cost > 20 ORDER BY 2 DESC;
-- Show the number of films per rating.
SELECT rating, count(*) FROM film GROUP BY 1;
-- Which ratings have at least 3 films?
SELECT rating FROM film GROUP BY 1 HAVING count(*) >= 3;
-- How many copies of "AFRICAN EGG" are in the inventory?
SELECT count(*) FROM inventory JOIN film USING (film_id) WHERE title = 'AFRICAN EGG';
-- Which film has been rented the most?
SELECT title FROM rental JOIN inventory USING (inventory_id) JOIN film USING (film_id) GROUP BY film_id, title ORDER BY count(*) DESC LIMIT 1;
-- List the last names of actors who played in more than 2 films.
SELECT last_name FROM actor JOIN film_actor USING (actor_id) GROUP BY actor_id, last_name HAVING count(*) > 2;
-- What are the titles of films released in 2006 with a rental rate below 3?
SELECT title FROM film WHERE release_year = 2006 AND rental_rate < 3;
-- What is the average rental rate of films that are neither PG nor G?
SELECT avg(rental_rate) FROM film WHERE rating NOT IN ('PG', 'G');
-- What is the total number of different customers who rented something?
SELECT count(DISTINCT customer_id) FROM rental;
-- Who directed "AGENT TRUMAN"?
refuse
-- How many Oscars did NICK WAHLBERG win?
refuse
