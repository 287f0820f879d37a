-- A public library.
CREATE TABLE branch AS FROM (VALUES (1, 'Central', '12 Main Street', 'Monday'), (2, 'Riverside', '4 Quay Road', 'Sunday'), (3, 'Hilltop', '88 Summit Avenue', 'Sunday')) AS t(branch_id, branch_name, address, closed_on);
CREATE TABLE authors AS FROM (VALUES (1, 'Ngozi', 'Adeyemi', 'Nigeria', 1974), (2, 'Tomas', 'Havel', 'Czech Republic', 1936), (3, 'Clara', 'Winslow', 'United Kingdom', 1958), (4, 'Ken', 'Ishida', 'Japan', 1949), (5, 'Marta', 'Soler', 'Spain', 1981)) AS t(author_id, first_name, last_name, country, born);
CREATE TABLE books AS FROM (VALUES ('978-1', 'The Salt Road', 'fiction', 2009, 342, 'English'), ('978-2', 'Lanterns', 'fiction', 2015, 210, 'English'), ('978-3', 'A Short History of Glass', 'history', 1998, 415, 'English'), ('978-4', 'Winter in Brno', 'fiction', 1972, 188, 'Czech'), ('978-5', 'The Quiet Garden', 'poetry', 1985, 96, 'Japanese'), ('978-6', 'Tides and Moons', 'science', 2018, 304, 'English'), ('978-7', 'El Faro', 'fiction', 2020, 256, 'Spanish'), ('978-8', 'Bridges of Europe', 'history', 2004, 520, 'English')) AS t(isbn, title, category, published, pages, language);
CREATE TABLE book_authors AS FROM (VALUES ('978-1', 1), ('978-2', 1), ('978-3', 3), ('978-4', 2), ('978-5', 4), ('978-6', 3), ('978-6', 4), ('978-7', 5), ('978-8', 3), ('978-8', 2)) AS t(isbn, author_id);
CREATE TABLE members AS FROM (VALUES (501, 'Alice Boyd', 'adult', DATE '2018-03-02', true), (502, 'Ravi Shah', 'student', DATE '2020-09-11', true), (503, 'Greta Holm', 'senior', DATE '2011-01-25', false), (504, 'Leo Marin', 'student', DATE '2021-10-05', true), (505, 'Joan Pike', 'adult', DATE '2015-06-18', true), (506, 'Omar Said', 'adult', DATE '2022-02-14', false)) AS t(member_no, full_name, member_type, joined, active);
CREATE TABLE copies AS FROM (VALUES (1, '978-1', 1, 'good'), (2, '978-1', 2, 'worn'), (3, '978-2', 1, 'good'), (4, '978-3', 1, 'new'), (5, '978-4', 3, 'worn'), (6, '978-5', 2, 'good'), (7, '978-6', 1, 'new'), (8, '978-6', 2, 'new'), (9, '978-7', 3, 'new'), (10, '978-1', 3, 'lost')) AS t(copy_id, isbn, branch_id, condition);
CREATE TABLE loans AS FROM (VALUES (1, 1, 501, DATE '2023-01-05', DATE '2023-01-26', DATE '2023-01-20', 0.0), (2, 3, 502, DATE '2023-01-17', DATE '2023-02-07', DATE '2023-02-15', 1.6), (3, 7, 501, DATE '2023-02-02', DATE '2023-02-23', DATE '2023-02-22', 0.0), (4, 2, 503, DATE '2023-02-10', DATE '2023-03-03', DATE '2023-03-30', 5.4), (5, 5, 504, DATE '2023-03-21', DATE '2023-04-11', NULL, NULL), (6, 1, 505, DATE '2023-03-25', DATE '2023-04-15', DATE '2023-04-11', 0.0), (7, 9, 502, DATE '2023-04-04', DATE '2023-04-25', DATE '2023-05-01', 1.2), (8, 8, 501, DATE '2023-04-19', DATE '2023-05-10', NULL, NULL), (9, 6, 505, DATE '2023-05-02', DATE '2023-05-23', DATE '2023-05-23', 0.0), (10, 1, 502, DATE '2023-05-15', DATE '2023-06-05', NULL, NULL)) AS t(loan_id, copy_id, member_no, loan_date, due_date, return_date, fine);

-- What are the titles of all fiction books in English?
SELECT title FROM books WHERE category = 'fiction' AND language = 'English';
-- How many copies of The Salt Road are there?
SELECT count(*) FROM copies JOIN books USING (isbn) WHERE title = 'The Salt Road';
-- Which members have borrowed no book?
SELECT full_name FROM members WHERE member_no NOT IN (SELECT member_no FROM loans);
-- Which member has paid the highest total fine?
SELECT full_name FROM members JOIN loans USING (member_no) GROUP BY member_no, 1 ORDER BY sum(fine) DESC NULLS LAST LIMIT 1;
-- Show the first and last names of the authors who wrote more than one book.
SELECT first_name, last_name FROM authors JOIN book_authors USING (author_id) GROUP BY author_id, 1, 2 HAVING count(*) > 1;
-- How many loans were made in each month of 2023?
SELECT month(loan_date), count(*) FROM loans WHERE year(loan_date) = 2023 GROUP BY 1;
-- Which books were written by Clara Winslow?
SELECT title FROM books JOIN book_authors USING (isbn) JOIN authors USING (author_id) WHERE first_name = 'Clara' AND last_name = 'Winslow';
-- What is the average number of pages per category?
SELECT category, avg(pages) FROM books GROUP BY 1;
-- How many loans have not been returned yet?
SELECT count(*) FROM loans WHERE return_date IS NULL;
-- How many loans of adult members in 2023?
SELECT count(*) FROM loans JOIN members USING (member_no) WHERE member_type = 'adult' AND year(loan_date) = 2023;
-- What is the name and address of the branch with the most copies?
SELECT branch_name, address FROM branch JOIN copies USING (branch_id) GROUP BY 1, 2 ORDER BY count(*) DESC LIMIT 1;
-- Find the titles of books published before 2000 with more than 150 pages.
SELECT title FROM books WHERE published < 2000 AND pages > 150;
-- What is the number of active members of each member type?
SELECT member_type, count(*) FROM members WHERE active GROUP BY 1;
-- Which books were reserved by Leo Marin?
refuse
-- What is the phone number of the Hilltop branch?
refuse
