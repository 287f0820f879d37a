-- A translation bureau: only translators have ratings, languages are called like people from a country, and jobs have due dates.
CREATE TABLE tbl_language AS FROM (VALUES ('de', 'German', 'Germanic', 95), ('fr', 'French', 'Romance', 80), ('ja', 'Japanese', 'Japonic', 125), ('pl', 'Polish', 'Slavic', 45), ('fi', 'Finnish', 'Uralic', 5), ('pt', 'Portuguese', 'Romance', 260), ('ar', 'Arabic', 'Semitic', 380), ('ko', 'Korean', 'Koreanic', 82)) AS t(lang_code, lang_name, family, speakers_millions);
CREATE TABLE tbl_translator AS FROM (VALUES (1, 'Rhea Lemaire', 'Helsinki', 'freelance', 0.22, DATE '2014-05-25', 4.9), (2, 'Jonas Abbott', 'Tokyo', 'freelance', 0.11, DATE '2017-09-19', 3.1), (3, 'Yara Vogel', 'Lyon', 'staff', 0.13, DATE '2020-10-25', 3.1), (4, 'Ugo Kowalski', 'Berlin', 'freelance', 0.19, DATE '2018-09-16', NULL), (5, 'Willem Orlov', 'Warsaw', 'freelance', 0.12, DATE '2017-08-27', 3.1), (6, 'Willem Jansen', 'Berlin', 'staff', 0.1, DATE '2019-01-08', 4.7), (7, 'Emeka Hassan', 'Warsaw', 'freelance', 0.24, DATE '2022-09-07', NULL), (8, 'Aldo Petrov', 'Helsinki', 'freelance', 0.06, DATE '2011-10-21', 4.7), (9, 'Zeno Orlov', 'Lyon', 'freelance', 0.11, DATE '2021-06-06', 3.1), (10, 'Willem Hassan', 'Tokyo', 'freelance', 0.1, DATE '2016-08-22', 3.1), (11, 'Delia Bergman', 'Helsinki', 'freelance', 0.15, DATE '2011-08-11', 3.1), (12, 'Willem Toivonen', 'Lisbon', 'freelance', 0.09, DATE '2018-02-01', 4.7), (13, 'Tamar Rossi', 'Warsaw', 'freelance', 0.08, DATE '2018-07-18', 3.1), (14, 'Goran Eriksen', 'Helsinki', 'freelance', 0.15, DATE '2013-02-13', 4.7), (15, 'Dmitri Orlov', 'Warsaw', 'freelance', 0.07, DATE '2018-02-15', NULL), (16, 'Tamar Cordero', 'Tokyo', 'staff', 0.18, DATE '2012-05-07', NULL), (17, 'Delia Novak', 'Lisbon', 'staff', 0.12, DATE '2009-06-08', 4.2), (18, 'Leila Xu', 'Helsinki', 'freelance', 0.21, DATE '2009-08-31', 3.8), (19, 'Pavel Urbina', 'Warsaw', 'staff', 0.09, DATE '2019-05-20', 4.2), (20, 'Dmitri Lemaire', 'Helsinki', 'freelance', 0.17, DATE '2010-03-31', NULL), (21, 'Viola Rossi', 'Berlin', 'freelance', 0.12, DATE '2012-05-25', 4.7), (22, 'Tamar Schultz', 'Tokyo', 'staff', 0.19, DATE '2016-10-10', 4.7)) AS t(translator_id, full_name, city, employment, rate_per_word, joined_on, rating);
CREATE TABLE tbl_translator_language AS FROM (VALUES (1, 'pl', 0), (2, 'ar', 0), (2, 'pl', 1), (2, 'pt', 1), (3, 'de', 0), (4, 'fi', 0), (5, 'pl', 0), (6, 'ar', 1), (7, 'ar', 1), (7, 'fi', 0), (7, 'fr', 1), (8, 'de', 1), (9, 'de', 0), (10, 'ar', 1), (10, 'de', 0), (11, 'fr', 0), (12, 'de', 0), (12, 'fi', 0), (13, 'fi', 0), (14, 'fi', 0), (14, 'fr', 0), (14, 'pt', 0), (15, 'pl', 0), (16, 'de', 0), (16, 'pl', 1), (17, 'de', 0), (17, 'fi', 1), (18, 'pl', 1), (18, 'pt', 0), (19, 'fi', 0), (20, 'fr', 1), (20, 'ja', 1), (20, 'pl', 0), (21, 'fi', 0), (21, 'ja', 0), (22, 'de', 0)) AS t(translator_id, lang_code, is_native);
CREATE TABLE tbl_customer AS FROM (VALUES (1, 'Adler Pharma', 'pharmaceutical', 'Germany', 60), (2, 'Bluefin Travel', 'tourism', 'Portugal', 14), (3, 'Codex Legal', 'legal', 'France', 60), (4, 'Delta Motors', 'automotive', 'Japan', 14), (5, 'Elm Publishing', 'publishing', 'UK', 30), (6, 'Fjord Games', 'gaming', 'Finland', 0), (7, 'Granite Bank', 'banking', 'Germany', 30), (8, 'Helio Power', 'energy', 'Spain', 30), (9, 'Iris Cosmetics', 'cosmetics', 'France', 0), (10, 'Jade Textiles', 'textile', 'South Korea', 14)) AS t(customer_id, customer_name, sector, country, payment_days);
CREATE TABLE tbl_job AS FROM (VALUES (7000, 8, 8, 'pt', 'subtitle', 7000, DATE '2022-01-17', DATE '2022-02-12', DATE '2022-02-08', 'done'), (7001, 5, 5, 'fr', 'subtitle', 2350, DATE '2023-07-26', DATE '2023-07-31', DATE '2023-07-27', 'done'), (7002, 2, 21, 'ja', 'brochure', 5350, DATE '2022-05-14', DATE '2022-05-17', DATE '2022-05-17', 'done'), (7003, 2, 14, 'ja', 'website', 900, DATE '2023-08-07', DATE '2023-08-15', DATE '2023-08-13', 'done'), (7004, 1, 19, 'pl', 'brochure', 2450, DATE '2024-03-05', DATE '2024-03-11', DATE '2024-03-07', 'done'), (7005, 7, 13, 'ar', 'website', 7500, DATE '2022-06-25', DATE '2022-07-16', DATE '2022-07-21', 'done'), (7006, 8, 3, 'fr', 'manual', 4900, DATE '2023-06-08', DATE '2023-06-28', DATE '2023-06-28', 'done'), (7009, 2, 1, 'de', 'contract', 7100, DATE '2022-04-02', DATE '2022-04-20', DATE '2022-04-16', 'done'), (7010, 2, 6, 'ar', 'website', 4950, DATE '2023-02-17', DATE '2023-03-13', DATE '2023-03-18', 'done'), (7011, 5, 19, 'fr', 'brochure', 5650, DATE '2023-10-23', DATE '2023-11-06', DATE '2023-11-06', 'done'), (7012, 5, 6, 'pt', 'brochure', 2950, DATE '2022-03-25', DATE '2022-04-22', DATE '2022-04-22', 'done'), (7013, 5, 21, 'fi', 'contract', 5350, DATE '2023-12-14', DATE '2023-12-26', DATE '2023-12-24', 'done'), (7014, 9, 21, 'pl', 'website', 750, DATE '2022-06-22', DATE '2022-07-05', DATE '2022-07-03', 'done'), (7015, 1, 16, 'ja', 'subtitle', 6350, DATE '2023-10-20', DATE '2023-11-14', DATE '2023-11-10', 'done'), (7018, 5, 10, 'ar', 'brochure', 7750, DATE '2022-08-12', DATE '2022-09-09', DATE '2022-09-08', 'done'), (7019, 2, 6, 'ar', 'contract', 6700, DATE '2023-11-16', DATE '2023-11-26', DATE '2023-11-24', 'done'), (7023, 8, 2, 'pt', 'brochure', 8400, DATE '2023-02-26', DATE '2023-03-26', NULL, 'cancelled'), (7025, 2, 5, 'ar', 'website', 7850, DATE '2023-12-19', DATE '2024-01-10', DATE '2024-01-15', 'done'), (7028, 6, 5, 'pl', 'brochure', 6050, DATE '2023-05-26', DATE '2023-06-02', DATE '2023-06-02', 'done'), (7029, 4, 14, 'fr', 'brochure', 4600, DATE '2024-02-16', DATE '2024-02-22', DATE '2024-02-22', 'done'), (7033, 9, 11, 'fr', 'brochure', 3650, DATE '2022-06-25', DATE '2022-07-10', NULL, 'done'), (7038, 1, 12, 'ja', 'manual', 4950, DATE '2023-05-17', DATE '2023-05-29', DATE '2023-05-27', 'done'), (7040, 3, 17, 'fr', 'contract', 5800, DATE '2023-03-06', DATE '2023-03-28', DATE '2023-03-28', 'done'), (7041, 3, 21, 'ar', 'manual', 9950, DATE '2023-11-19', DATE '2023-12-11', DATE '2023-12-10', 'done'), (7042, 7, 4, 'ar', 'brochure', 6500, DATE '2022-03-18', DATE '2022-03-27', DATE '2022-03-25', 'done'), (7043, 9, 20, 'ar', 'subtitle', 1900, DATE '2022-06-07', DATE '2022-06-13', DATE '2022-06-13', 'done'), (7044, 6, 9, 'ja', 'contract', 4850, DATE '2022-03-20', DATE '2022-04-04', DATE '2022-04-03', 'done'), (7046, 6, 21, 'pl', 'manual', 2850, DATE '2022-03-24', DATE '2022-03-31', DATE '2022-03-31', 'done'), (7047, 3, 15, 'fr', 'brochure', 7200, DATE '2022-01-13', DATE '2022-01-29', DATE '2022-01-25', 'done'), (7048, 1, 21, 'pt', 'contract', 1150, DATE '2023-12-06', DATE '2023-12-16', DATE '2023-12-17', 'done'), (7054, 8, 19, 'fr', 'brochure', 3950, DATE '2024-02-18', DATE '2024-02-21', DATE '2024-02-21', 'done'), (7056, 7, 22, 'ja', 'brochure', 3350, DATE '2023-01-30', DATE '2023-02-15', DATE '2023-02-20', 'done'), (7057, 3, 12, 'fi', 'contract', 150, DATE '2023-08-16', DATE '2023-09-14', DATE '2023-09-13', 'done'), (7058, 4, 16, 'ar', 'contract', 9600, DATE '2023-11-23', DATE '2023-12-18', DATE '2023-12-18', 'done'), (7060, 4, 19, 'ar', 'manual', 9450, DATE '2022-05-23', DATE '2022-06-04', NULL, 'done'), (7061, 8, 21, 'fi', 'website', 9700, DATE '2022-11-29', DATE '2022-12-20', DATE '2022-12-21', 'done'), (7062, 8, 12, 'fi', 'website', 3450, DATE '2023-09-03', DATE '2023-09-26', NULL, 'open'), (7063, 1, 3, 'de', 'manual', 4950, DATE '2024-03-20', DATE '2024-04-06', DATE '2024-04-02', 'done'), (7064, 7, 7, 'pt', 'subtitle', 9450, DATE '2022-12-14', DATE '2022-12-31', DATE '2023-01-05', 'done'), (7065, 4, 17, 'fr', 'manual', 3100, DATE '2023-08-14', DATE '2023-09-03', DATE '2023-09-03', 'done'), (7068, 8, 15, 'ja', 'contract', 5000, DATE '2024-02-05', DATE '2024-02-13', NULL, 'done'), (7069, 6, 11, 'pt', 'subtitle', 3300, DATE '2022-06-20', DATE '2022-07-11', DATE '2022-07-12', 'done'), (7070, 1, 8, 'de', 'subtitle', 4350, DATE '2022-08-04', DATE '2022-08-26', DATE '2022-08-25', 'done'), (7073, 9, 17, 'fi', 'contract', 5700, DATE '2023-01-11', DATE '2023-01-17', DATE '2023-01-17', 'done'), (7074, 4, 4, 'pl', 'manual', 6750, DATE '2023-07-11', DATE '2023-08-03', NULL, 'cancelled'), (7076, 8, 14, 'fi', 'contract', 7900, DATE '2023-04-14', DATE '2023-04-27', DATE '2023-04-25', 'done'), (7077, 7, 12, 'pt', 'website', 9600, DATE '2022-08-03', DATE '2022-08-18', DATE '2022-08-18', 'done'), (7078, 5, 1, 'ar', 'contract', 3750, DATE '2023-03-12', DATE '2023-04-10', DATE '2023-04-10', 'done'), (7081, 1, 14, 'de', 'website', 6350, DATE '2024-04-22', DATE '2024-04-30', DATE '2024-04-26', 'done'), (7083, 3, 12, 'pt', 'contract', 7250, DATE '2023-04-15', DATE '2023-05-02', DATE '2023-05-07', 'done'), (7084, 3, 19, 'pt', 'contract', 9850, DATE '2023-07-21', DATE '2023-07-24', DATE '2023-07-25', 'done'), (7085, 6, 7, 'ar', 'brochure', 6500, DATE '2024-03-05', DATE '2024-03-13', DATE '2024-03-13', 'done'), (7086, 6, 11, 'fr', 'brochure', 3250, DATE '2022-11-05', DATE '2022-11-14', DATE '2022-11-12', 'done'), (7087, 2, 16, 'ja', 'manual', 4750, DATE '2023-08-03', DATE '2023-08-15', NULL, 'done'), (7088, 6, 10, 'fi', 'manual', 9850, DATE '2023-06-12', DATE '2023-06-29', DATE '2023-07-04', 'done'), (7089, 7, 13, 'pt', 'brochure', 600, DATE '2022-06-11', DATE '2022-06-21', DATE '2022-06-19', 'done'), (7090, 7, 18, 'ar', 'subtitle', 7650, DATE '2022-04-27', DATE '2022-05-01', DATE '2022-05-01', 'done'), (7091, 6, 16, 'fi', 'brochure', 7300, DATE '2023-04-16', DATE '2023-04-28', DATE '2023-04-29', 'done'), (7095, 3, 20, 'ar', 'website', 3600, DATE '2023-04-07', DATE '2023-04-26', DATE '2023-05-01', 'done'), (7096, 5, 19, 'ja', 'manual', 1550, DATE '2023-02-23', DATE '2023-02-28', DATE '2023-02-28', 'done')) AS t(job_no, customer_id, translator_id, target_lang, doc_type, word_count, ordered_on, due_on, delivered_on, job_status);

-- What is the rate per word of Granite Bank?
refuse
-- What is the payment days of the translators?
refuse
-- Among the freelance translators, how many live in Tokyo?
SELECT count(*) FROM tbl_translator WHERE employment = 'freelance' AND city = 'Tokyo';
-- Of all jobs, what percentage was for a website?
SELECT 100.0 * count(*) FILTER (doc_type = 'website') / count(*) FROM tbl_job;
-- Which customers ordered brochures?
SELECT DISTINCT customer_name FROM tbl_customer JOIN tbl_job USING (customer_id) WHERE doc_type = 'brochure';
-- What was the cause of job 7003?
refuse
-- What is the sector of the translators?
refuse
-- How many freelance translators live in Berlin?
SELECT count(*) FROM tbl_translator WHERE employment = 'freelance' AND city = 'Berlin';
-- What are the names of the translators that joined after 2020?
SELECT full_name FROM tbl_translator WHERE year(joined_on) > 2020;
-- Which translator charges the most per word?
SELECT full_name FROM tbl_translator QUALIFY rank() OVER (ORDER BY rate_per_word DESC) = 1;
-- Show me all Romance languages and how many speakers they have.
SELECT lang_name, speakers_millions FROM tbl_language WHERE family = 'Romance';
-- Which translators can translate into Polish?
SELECT full_name FROM tbl_translator JOIN tbl_translator_language USING (translator_id) JOIN tbl_language USING (lang_code) WHERE lang_name = 'Polish';
-- How many native speakers of French are there among the translators?
SELECT count(*) FROM tbl_translator_language JOIN tbl_language USING (lang_code) WHERE lang_name = 'French' AND is_native = 1;
-- What is the total word count of the jobs for Adler Pharma?
SELECT sum(word_count) FROM tbl_job JOIN tbl_customer USING (customer_id) WHERE customer_name = 'Adler Pharma';
-- Which jobs were delivered late?
SELECT job_no FROM tbl_job WHERE delivered_on > due_on;
-- For each document type, give the number of jobs and the average word count.
SELECT doc_type, count(*), avg(word_count) FROM tbl_job GROUP BY 1;
-- Which customer has ordered the most words?
SELECT customer_name FROM tbl_customer JOIN tbl_job USING (customer_id) GROUP BY customer_id, 1 QUALIFY rank() OVER (ORDER BY sum(word_count) DESC) = 1;
-- Which customers haven't ordered anything yet?
SELECT customer_name FROM tbl_customer WHERE customer_id NOT IN (SELECT customer_id FROM tbl_job);
-- How many jobs were ordered in March 2023?
SELECT count(*) FROM tbl_job WHERE year(ordered_on) = 2023 AND month(ordered_on) = 3;
-- Find the full names of translators with no rating.
SELECT full_name FROM tbl_translator WHERE rating IS NULL;
-- What is the average rate per word of staff and freelance translators?
SELECT employment, avg(rate_per_word) FROM tbl_translator GROUP BY 1;
-- Which language has the most translators?
SELECT lang_name FROM tbl_language JOIN tbl_translator_language USING (lang_code) GROUP BY lang_code, 1 QUALIFY rank() OVER (ORDER BY count(*) DESC) = 1;
-- List translators who speak more than two languages.
SELECT full_name FROM tbl_translator JOIN tbl_translator_language USING (translator_id) GROUP BY translator_id, 1 HAVING count(*) > 2;
-- What are the 5 largest jobs by word count?
SELECT job_no, word_count FROM tbl_job ORDER BY word_count DESC, job_no LIMIT 5;
-- How many contracts were translated into Japanese?
SELECT count(*) FROM tbl_job JOIN tbl_language ON target_lang = lang_code WHERE doc_type = 'contract' AND lang_name = 'Japanese';
-- Which German customers must pay within 30 days?
SELECT customer_name FROM tbl_customer WHERE country = 'Germany' AND payment_days <= 30;
-- Which cities have translators rated below 3.5?
SELECT DISTINCT city FROM tbl_translator WHERE rating < 3.5;
-- What share of the jobs is cancelled?
SELECT 100.0 * count(*) FILTER (job_status = 'cancelled') / count(*) FROM tbl_job;
-- How many words were translated per year?
SELECT year(ordered_on), sum(word_count) FROM tbl_job GROUP BY 1;
-- Return the countries with at least two customers.
SELECT country FROM tbl_customer GROUP BY 1 HAVING count(*) >= 2;
-- Which translators have worked for both Codex Legal and Granite Bank?
SELECT full_name FROM tbl_translator WHERE translator_id IN (SELECT translator_id FROM tbl_job JOIN tbl_customer USING (customer_id) WHERE customer_name = 'Codex Legal') AND translator_id IN (SELECT translator_id FROM tbl_job JOIN tbl_customer USING (customer_id) WHERE customer_name = 'Granite Bank');
-- What is the email address of Adler Pharma?
refuse
-- How many errors were found in each job?
refuse
-- What is the rating of Bluefin Travel?
refuse
-- Which translators are sworn interpreters?
refuse
-- How much was invoiced to Granite Bank?
refuse
-- Who proofread the most contracts?
refuse
-- Which translators are cheaper than the competition?
refuse
-- How many of the jobs used machine translation?
refuse
-- Which customer has the highest rating?
refuse
-- Show the speakers for Adler Pharma.
refuse
