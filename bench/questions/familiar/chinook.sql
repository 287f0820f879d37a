-- A music shop.
CREATE TABLE artist AS FROM (VALUES (1, 'AC/DC'), (2, 'Accept'), (3, 'Aerosmith'), (4, 'Alanis Morissette'), (5, 'Antônio Carlos Jobim'), (6, 'Black Sabbath'), (7, 'Deep Purple'), (8, 'Eric Clapton')) AS t(ArtistId, Name);
CREATE TABLE album AS FROM (VALUES (1, 'For Those About To Rock', 1), (2, 'Balls to the Wall', 2), (3, 'Restless and Wild', 2), (4, 'Let There Be Rock', 1), (5, 'Big Ones', 3), (6, 'Jagged Little Pill', 4), (7, 'Machine Head', 7), (8, 'Fireball', 7), (9, 'Unplugged', 8), (10, 'Paranoid', 6), (11, 'In Rock', 7)) AS t(AlbumId, Title, ArtistId);
CREATE TABLE genre AS FROM (VALUES (1, 'Rock'), (2, 'Jazz'), (3, 'Metal'), (4, 'Blues'), (5, 'Opera')) AS t(GenreId, Name);
CREATE TABLE media_type AS FROM (VALUES (1, 'MPEG audio file'), (2, 'Protected AAC audio file'), (3, 'MPEG-4 video file')) AS t(MediaTypeId, Name);
CREATE TABLE track AS SELECT i AS TrackId, ['Dawn', 'River', 'Stone', 'Ghost', 'Mirror', 'Harbor'][1 + i % 6] || ' ' || ['Song', 'Blues', 'Dance', 'Rain', 'Road', 'Light', 'Fire'][1 + i % 7] AS Name, 1 + (i * 7) % 10 AS AlbumId, 1 + (i * i) % 3 AS MediaTypeId, 1 + (i * 5 + i // 4) % 4 AS GenreId, CASE WHEN i % 5 = 0 THEN NULL ELSE ['Angus Young', 'Ian Gillan', 'Robin Staps'][1 + i % 3] END AS Composer, 150000 + (i * 7919) % 250000 AS Milliseconds, 3000000 + (i * 104729) % 6000000 AS Bytes, CASE WHEN i % 9 = 0 THEN 1.99 ELSE 0.99 END AS UnitPrice FROM range(1, 61) AS t(i);
CREATE TABLE playlist AS FROM (VALUES (1, 'Music'), (2, 'Movies'), (3, 'Heavy Metal Classic'), (4, 'Grunge')) AS t(PlaylistId, Name);
CREATE TABLE playlist_track AS SELECT DISTINCT 1 + 2 * (i % 2) AS PlaylistId, 1 + (i * 11) % 60 AS TrackId FROM range(1, 70) AS t(i);
CREATE TABLE employee AS FROM (VALUES (1, 'Adams', 'Andrew', 'General Manager', NULL, DATE '1962-02-18', DATE '2002-08-14', 'Edmonton'), (2, 'Edwards', 'Nancy', 'Sales Manager', 1, DATE '1958-12-08', DATE '2002-05-01', 'Calgary'), (3, 'Peacock', 'Jane', 'Sales Support Agent', 2, DATE '1973-08-29', DATE '2002-04-01', 'Calgary'), (4, 'Park', 'Margaret', 'Sales Support Agent', 2, DATE '1947-09-19', DATE '2003-05-03', 'Calgary'), (5, 'Callahan', 'Laura', 'IT Staff', 1, DATE '1968-01-09', DATE '2004-03-04', 'Lethbridge')) AS t(EmployeeId, LastName, FirstName, Title, ReportsTo, BirthDate, HireDate, City);
CREATE TABLE customer AS FROM (VALUES (1, 'Luís', 'Gonçalves', 'Embraer', 'Brazil', 'luisg@embraer.com.br', 3), (2, 'Leonie', 'Köhler', NULL, 'Germany', 'leonek@surfeu.de', 4), (3, 'François', 'Tremblay', NULL, 'Canada', 'ftremblay@gmail.com', 3), (4, 'Bjørn', 'Hansen', NULL, 'Norway', 'bjorn@yahoo.no', 4), (5, 'Helena', 'Holý', 'JetBrains', 'Czech Republic', 'hholy@gmail.com', 3), (6, 'Mark', 'Philips', 'Telus', 'Canada', 'mphilips@shaw.ca', 4), (7, 'Jennifer', 'Peterson', 'Rogers', 'Canada', 'jenniferp@rogers.ca', 3), (8, 'Frank', 'Harris', 'Google', 'USA', 'fharris@google.com', 3), (9, 'Jack', 'Smith', 'Microsoft', 'USA', 'jacksmith@microsoft.com', 3)) AS t(CustomerId, FirstName, LastName, Company, Country, Email, SupportRepId);
CREATE TABLE invoice AS SELECT i AS InvoiceId, 1 + (i * 3) % 8 AS CustomerId, DATE '2009-01-01' + ((i * 37) % 700)::INT AS InvoiceDate, ['Brazil', 'Germany', 'Canada', 'Norway', 'Czech Republic', 'Canada', 'Canada', 'USA'][1 + (i * 3) % 8] AS BillingCountry, round(1 + (i * 17 % 29) * 0.66, 2) AS Total FROM range(1, 41) AS t(i);
CREATE TABLE invoice_line AS SELECT i AS InvoiceLineId, 1 + i % 40 AS InvoiceId, 1 + (i * 7) % 55 AS TrackId, CASE WHEN i % 9 = 0 THEN 1.99 ELSE 0.99 END AS UnitPrice, 1 + i % 3 AS Quantity FROM range(1, 91) AS t(i);

-- How many tracks are there?
SELECT count(*) FROM track;
-- List the titles of all albums by AC/DC.
SELECT Title FROM album JOIN artist USING (ArtistId) WHERE Name = 'AC/DC';
-- Which artists have no albums?
SELECT Name FROM artist WHERE ArtistId NOT IN (SELECT ArtistId FROM album);
-- How many albums does each artist have? Show the artist name and the number of albums.
SELECT Name, count(AlbumId) FROM artist LEFT JOIN album USING (ArtistId) GROUP BY Name;
-- Which artist has the most albums?
SELECT Name FROM artist JOIN album USING (ArtistId) GROUP BY Name ORDER BY count(*) DESC LIMIT 1;
-- What is the average length in milliseconds of the tracks of each genre?
SELECT g.Name, avg(Milliseconds) FROM track t JOIN genre g USING (GenreId) GROUP BY g.Name;
-- List the names of the tracks that are longer than the average track.
SELECT Name FROM track WHERE Milliseconds > (SELECT avg(Milliseconds) FROM track);
-- What are the names of the genres that have more than 15 tracks?
SELECT g.Name FROM track t JOIN genre g USING (GenreId) GROUP BY g.Name HAVING count(*) > 15;
-- Which genres have no tracks?
SELECT Name FROM genre WHERE GenreId NOT IN (SELECT GenreId FROM track);
-- How many customers are from Canada or the USA?
SELECT count(*) FROM customer WHERE Country IN ('Canada', 'USA');
-- How many customers does each country have, from most to fewest?
SELECT Country, count(*) AS n FROM customer GROUP BY Country ORDER BY n DESC;
-- Give the first and last names of the customers who have never received an invoice.
SELECT FirstName, LastName FROM customer WHERE CustomerId NOT IN (SELECT CustomerId FROM invoice);
-- What is the total of all invoices billed to Germany?
SELECT sum(Total) FROM invoice WHERE BillingCountry = 'Germany';
-- What is the total revenue per billing country?
SELECT BillingCountry, sum(Total) FROM invoice GROUP BY 1;
-- Which billing country has the highest total invoice amount?
SELECT BillingCountry FROM invoice GROUP BY 1 ORDER BY sum(Total) DESC LIMIT 1;
-- What is the email of the customer named Leonie?
SELECT Email FROM customer WHERE FirstName = 'Leonie';
-- Which playlists contain no tracks?
SELECT Name FROM playlist WHERE PlaylistId NOT IN (SELECT PlaylistId FROM playlist_track);
-- How many different tracks are on the playlist "Music"?
SELECT count(DISTINCT TrackId) FROM playlist_track JOIN playlist USING (PlaylistId) WHERE Name = 'Music';
-- What are the names of the 3 longest tracks?
SELECT Name FROM track ORDER BY Milliseconds DESC LIMIT 3;
-- What is the name and title of each employee hired before 2003?
SELECT FirstName, LastName, Title FROM employee WHERE HireDate < '2003-01-01';
-- Who is the oldest employee?
SELECT FirstName, LastName FROM employee ORDER BY BirthDate LIMIT 1;
-- How many tracks have no composer?
SELECT count(*) FROM track WHERE Composer IS NULL;
-- Show the distinct countries of the customers that have a company.
SELECT DISTINCT Country FROM customer WHERE Company IS NOT NULL;
-- How many invoices were issued in 2009?
SELECT count(*) FROM invoice WHERE InvoiceDate BETWEEN '2009-01-01' AND '2009-12-31';
-- Show the number of invoices per year.
SELECT year(InvoiceDate), count(*) FROM invoice GROUP BY 1;
-- What percentage of the tracks belongs to the genre Rock?
SELECT 100.0 * count(*) FILTER (WHERE GenreId = 1) / count(*) FROM track;
-- Which tracks are sold for 1.99?
SELECT Name FROM track WHERE UnitPrice = 1.99;
-- What is the average number of albums per artist?
SELECT avg(n) FROM (SELECT count(*) AS n FROM album GROUP BY ArtistId);
-- Which media type is used by the fewest tracks?
SELECT m.Name FROM media_type m LEFT JOIN track t USING (MediaTypeId) GROUP BY m.Name QUALIFY rank() OVER (ORDER BY count(t.MediaTypeId)) = 1;
-- What is the phone number of the customer Mark Philips?
refuse
-- Which record label released "Machine Head"?
refuse
