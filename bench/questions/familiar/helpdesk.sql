-- A help desk.
CREATE TABLE customers AS FROM (VALUES (101, 'Brightwater Ltd', 'Retail', 'Ireland', DATE '2018-04-12', true), (102, 'Copperline', 'Manufacturing', 'Germany', DATE '2019-01-30', false), (103, 'Delphine & Co', 'Retail', 'France', DATE '2020-07-08', true), (104, 'Everstone', 'Finance', 'Ireland', DATE '2021-03-15', false), (105, 'Fieldmark', 'Agriculture', 'Netherlands', DATE '2021-11-02', false), (106, 'Greyhaven', 'Finance', 'Germany', DATE '2022-05-19', true)) AS t(customer_id, company_name, industry, country, signup_date, is_premium);
CREATE TABLE support_agents AS FROM (VALUES (1, 'Nora Blake', 'Tier 1', 'Dublin', DATE '2019-02-01'), (2, 'Sven Olsen', 'Tier 1', 'Berlin', DATE '2020-06-15'), (3, 'Aisha Khan', 'Tier 2', 'Dublin', DATE '2017-09-10'), (4, 'Tom Reed', 'Tier 2', 'Berlin', DATE '2022-01-03'), (5, 'Lea Fontaine', 'Tier 3', 'Paris', DATE '2016-05-20')) AS t(agent_id, full_name, team, office, hired_on);
CREATE TABLE tickets AS SELECT i AS ticket_id, [101, 102, 103, 104, 105, 102, 104, 102, 105, 104, 102][1 + (i * 7) % 11] AS customer_id, CASE WHEN i % 9 = 0 THEN NULL ELSE 1 + (i * 3) % 4 END AS agent_id, ['Billing', 'Login problem', 'Bug report', 'Feature request', 'Performance'][1 + (i * 2 + i // 5) % 5] AS category, ['low', 'medium', 'high', 'urgent'][1 + (i * 5 + i // 7) % 4] AS priority, CASE WHEN i % 6 = 0 THEN 'open' WHEN i % 10 = 3 THEN 'pending' ELSE 'closed' END AS status, TIMESTAMP '2023-01-05 08:00:00' + INTERVAL (i * 61) HOUR AS created_at, CASE WHEN i % 6 = 0 OR i % 10 = 3 THEN NULL ELSE 1.5 + (i * 11) % 70 END AS resolution_hours, CASE WHEN i % 4 = 0 THEN NULL ELSE 1 + (i * 3 + i // 4) % 5 END AS satisfaction FROM range(1, 61) AS t(i);
CREATE TABLE comments AS SELECT i AS comment_id, 1 + (i * 13) % 57 AS ticket_id, i % 3 <> 0 AS is_public, TIMESTAMP '2023-01-06 10:00:00' + INTERVAL (i * 31) HOUR AS posted_at FROM range(1, 141) AS t(i);

-- How many tickets are open?
SELECT count(*) FROM tickets WHERE status = 'open';
-- How many tickets did each agent handle?
SELECT full_name, count(t.agent_id) FROM support_agents a LEFT JOIN tickets t ON t.agent_id = a.agent_id GROUP BY 1;
-- What is the average resolution time by priority?
SELECT priority, avg(resolution_hours) FROM tickets GROUP BY 1;
-- What are the average resolution hours by priority?
SELECT priority, avg(resolution_hours) FROM tickets GROUP BY 1;
-- Which customers are premium?
SELECT company_name FROM customers WHERE is_premium;
-- How many urgent tickets did premium customers open?
SELECT count(*) FROM tickets JOIN customers USING (customer_id) WHERE priority = 'urgent' AND is_premium;
-- List the urgent tickets of Copperline.
SELECT t.* FROM tickets t JOIN customers USING (customer_id) WHERE priority = 'urgent' AND company_name = 'Copperline';
-- Which category has the most tickets?
SELECT category FROM tickets GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- What is the average satisfaction of each agent?
SELECT full_name, avg(satisfaction) FROM tickets JOIN support_agents USING (agent_id) GROUP BY 1;
-- Which agent has the highest average satisfaction?
SELECT full_name FROM tickets JOIN support_agents USING (agent_id) GROUP BY 1 ORDER BY avg(satisfaction) DESC LIMIT 1;
-- Which customers have no tickets?
SELECT company_name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM tickets);
-- How many tickets have no agent?
SELECT count(*) FROM tickets WHERE agent_id IS NULL;
-- How many tickets were created in March 2023?
SELECT count(*) FROM tickets WHERE created_at >= DATE '2023-03-01' AND created_at < DATE '2023-04-01';
-- Show the number of tickets per month.
SELECT date_trunc('month', created_at), count(*) FROM tickets GROUP BY 1;
-- Which tickets have more than 3 comments?
SELECT ticket_id FROM comments GROUP BY 1 HAVING count(*) > 3;
-- What percentage of tickets is closed?
SELECT 100.0 * count(*) FILTER (WHERE status = 'closed') / count(*) FROM tickets;
-- How many tickets came from German customers?
SELECT count(*) FROM tickets JOIN customers USING (customer_id) WHERE country = 'Germany';
-- How many tickets came from customers in Germany?
SELECT count(*) FROM tickets JOIN customers USING (customer_id) WHERE country = 'Germany';
-- List the agents who work in Berlin.
SELECT full_name FROM support_agents WHERE office = 'Berlin';
-- How many customers are there per industry?
SELECT industry, count(*) FROM customers GROUP BY 1;
-- Which agents were hired before 2020?
SELECT full_name FROM support_agents WHERE hired_on < DATE '2020-01-01';
-- How many public comments are there?
SELECT count(*) FROM comments WHERE is_public;
-- What was the longest resolution in hours?
SELECT max(resolution_hours) FROM tickets;
-- How many tickets did customers from the finance industry submit?
SELECT count(*) FROM tickets JOIN customers USING (customer_id) WHERE industry = 'Finance';
-- Show the top 3 customers by number of tickets.
SELECT company_name FROM tickets JOIN customers USING (customer_id) GROUP BY 1 ORDER BY count(*) DESC LIMIT 3;
-- How many high or urgent tickets are still open?
SELECT count(*) FROM tickets WHERE priority IN ('high', 'urgent') AND status = 'open';
-- Who is the newest support agent?
SELECT full_name FROM support_agents ORDER BY hired_on DESC LIMIT 1;
-- How many tickets does each team have?
SELECT team, count(*) FROM tickets JOIN support_agents USING (agent_id) GROUP BY 1;
-- What is our revenue from premium customers?
refuse
