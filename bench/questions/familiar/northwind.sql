-- A wholesaler of food.
CREATE TABLE categories AS FROM (VALUES (1, 'Beverages', 'Soft drinks, coffees and teas'), (2, 'Condiments', 'Sauces and spices'), (3, 'Confections', 'Desserts and candies'), (4, 'Dairy Products', 'Cheeses'), (5, 'Seafood', 'Seaweed and fish'), (6, 'Produce', 'Dried fruit')) AS t(category_id, category_name, description);
CREATE TABLE suppliers AS FROM (VALUES (1, 'Exotic Liquids', 'London', 'UK'), (2, 'Cajun Delights', 'New Orleans', 'USA'), (3, 'Tokyo Traders', 'Tokyo', 'Japan'), (4, 'Pavlova', 'Melbourne', 'Australia'), (5, 'Mayumi''s', 'Osaka', 'Japan'), (6, 'Svensk Sjöföda', 'Stockholm', 'Sweden')) AS t(supplier_id, company_name, city, country);
CREATE TABLE products AS FROM (VALUES (1, 'Chai', 1, 1, 18.0, 39, 0), (2, 'Chang', 1, 1, 19.0, 17, 40), (3, 'Aniseed Syrup', 1, 2, 10.0, 13, 70), (4, 'Cajun Seasoning', 2, 2, 22.0, 53, 0), (5, 'Gumbo Mix', 2, 2, 21.35, 0, 0), (6, 'Mishi Kobe Niku', 3, 5, 97.0, 29, 0), (7, 'Ikura', 3, 5, 31.0, 31, 0), (8, 'Pavlova Cake', 4, 3, 17.45, 29, 0), (9, 'Konbu', 5, 5, 6.0, 24, 0), (10, 'Tofu', 5, 6, 23.25, 35, 0), (11, 'Inlagd Sill', 6, 5, 19.0, 112, 0), (12, 'Queso Manchego', 4, 4, 38.0, 86, 0)) AS t(product_id, product_name, supplier_id, category_id, unit_price, units_in_stock, units_on_order);
CREATE TABLE customers AS FROM (VALUES ('ALFKI', 'Alfreds Futterkiste', 'Maria Anders', 'Sales Representative', 'Berlin', 'Germany'), ('ANATR', 'Ana Trujillo', 'Ana Trujillo', 'Owner', 'México D.F.', 'Mexico'), ('AROUT', 'Around the Horn', 'Thomas Hardy', 'Sales Representative', 'London', 'UK'), ('BERGS', 'Berglunds snabbköp', 'Christina Berglund', 'Order Administrator', 'Luleå', 'Sweden'), ('BLAUS', 'Blauer See', 'Hanna Moos', 'Sales Representative', 'Mannheim', 'Germany'), ('BONAP', 'Bon app', 'Laurence Lebihan', 'Owner', 'Marseille', 'France'), ('BSBEV', 'B''s Beverages', 'Victoria Ashworth', 'Sales Representative', 'London', 'UK'), ('CACTU', 'Cactus Comidas', 'Patricio Simpson', 'Sales Agent', 'Buenos Aires', 'Argentina')) AS t(customer_id, company_name, contact_name, contact_title, city, country);
CREATE TABLE employees AS FROM (VALUES (1, 'Davolio', 'Nancy', 'Sales Representative', DATE '1968-12-08', DATE '1992-05-01', 'Seattle', 'USA'), (2, 'Fuller', 'Andrew', 'Vice President', DATE '1952-02-19', DATE '1992-08-14', 'Tacoma', 'USA'), (3, 'Leverling', 'Janet', 'Sales Representative', DATE '1963-08-30', DATE '1992-04-01', 'Kirkland', 'USA'), (4, 'Buchanan', 'Steven', 'Sales Manager', DATE '1955-03-04', DATE '1993-10-17', 'London', 'UK'), (5, 'Suyama', 'Michael', 'Sales Representative', DATE '1963-07-02', DATE '1993-10-17', 'London', 'UK')) AS t(employee_id, last_name, first_name, title, birth_date, hire_date, city, country);
CREATE TABLE shippers AS FROM (VALUES (1, 'Speedy Express', '(503) 555-9831'), (2, 'United Package', '(503) 555-3199'), (3, 'Federal Shipping', '(503) 555-9931')) AS t(shipper_id, company_name, phone);
CREATE TABLE orders AS SELECT 10247 + i AS order_id, ['ALFKI', 'ANATR', 'AROUT', 'BERGS', 'BLAUS', 'BONAP', 'BSBEV'][1 + (i * 5) % 7] AS customer_id, [1, 2, 3, 3, 4, 5, 3][1 + i % 7] AS employee_id, DATE '1996-07-04' + ((i * 29) % 660)::INT AS order_date, CASE WHEN i % 11 = 0 THEN NULL ELSE DATE '1996-07-04' + ((i * 29) % 660 + 3 + i % 9)::INT END AS shipped_date, 1 + (i + i // 7) % 3 AS ship_via, round(3 + (i * 31 % 97) * 1.37, 2) AS freight, ['Germany', 'Mexico', 'UK', 'Sweden', 'Germany', 'France', 'UK'][1 + (i * 5) % 7] AS ship_country FROM range(1, 51) AS t(i);
CREATE TABLE order_details AS SELECT 10248 + i // 2 AS order_id, 1 + (i * 7) % 11 AS product_id, [18.0, 19.0, 10.0, 22.0, 21.35, 97.0, 31.0, 17.45, 6.0, 23.25, 19.0][1 + (i * 7) % 11] AS unit_price, 1 + (i * 3) % 40 AS quantity, CASE WHEN i % 4 = 0 THEN 0.1 ELSE 0.0 END AS discount FROM range(0, 100) AS t(i);

-- List all product names and their unit prices.
SELECT product_name, unit_price FROM products;
-- Which products are out of stock?
SELECT product_name FROM products WHERE units_in_stock = 0;
-- What is the most expensive product?
SELECT product_name FROM products ORDER BY unit_price DESC LIMIT 1;
-- How many products are in each category? List the category name with the count.
SELECT category_name, count(*) FROM products JOIN categories USING (category_id) GROUP BY 1;
-- What is the average unit price of the products in the Seafood category?
SELECT avg(unit_price) FROM products JOIN categories USING (category_id) WHERE category_name = 'Seafood';
-- Which suppliers are from Japan?
SELECT company_name FROM suppliers WHERE country = 'Japan';
-- List the names of products supplied by Tokyo Traders.
SELECT product_name FROM products JOIN suppliers USING (supplier_id) WHERE company_name = 'Tokyo Traders';
-- Which customers have not placed any orders?
SELECT company_name FROM customers WHERE customer_id NOT IN (SELECT customer_id FROM orders);
-- How many orders did each customer place? Return the company name and the number of orders.
SELECT company_name, count(order_id) FROM customers LEFT JOIN orders USING (customer_id) GROUP BY 1;
-- Find the company names of customers with at least 7 orders.
SELECT company_name FROM customers JOIN orders USING (customer_id) GROUP BY 1 HAVING count(*) >= 7;
-- How many orders were shipped by Speedy Express?
SELECT count(*) FROM orders JOIN shippers ON ship_via = shipper_id WHERE company_name = 'Speedy Express';
-- Which employee handled the most orders?
SELECT first_name, last_name FROM employees JOIN orders USING (employee_id) GROUP BY employee_id, first_name, last_name ORDER BY count(*) DESC LIMIT 1;
-- How many orders have not been shipped yet?
SELECT count(*) FROM orders WHERE shipped_date IS NULL;
-- What is the total freight by ship country, in descending order of the total?
SELECT ship_country, sum(freight) AS f FROM orders GROUP BY 1 ORDER BY f DESC;
-- Which products cost between 15 and 25?
SELECT product_name FROM products WHERE unit_price BETWEEN 15 AND 25;
-- What is the highest freight of an order from Germany?
SELECT max(freight) FROM orders WHERE ship_country = 'Germany';
-- Show contact names of customers in London, sorted alphabetically.
SELECT contact_name FROM customers WHERE city = 'London' ORDER BY 1;
-- In which cities are there both customers and employees?
SELECT DISTINCT city FROM customers WHERE city IN (SELECT city FROM employees);
-- How many orders were placed in 1997?
SELECT count(*) FROM orders WHERE year(order_date) = 1997;
-- What is the total quantity sold of each product?
SELECT product_name, sum(quantity) FROM products JOIN order_details USING (product_id) GROUP BY 1;
-- Which products were never ordered?
SELECT product_name FROM products WHERE product_id NOT IN (SELECT product_id FROM order_details);
-- How many different products did customer ALFKI order?
SELECT count(DISTINCT product_id) FROM orders JOIN order_details USING (order_id) WHERE customer_id = 'ALFKI';
-- What is the average number of days between the order date and the shipped date?
SELECT avg(shipped_date - order_date) FROM orders;
-- How many customers have the contact title Owner?
SELECT count(*) FROM customers WHERE contact_title = 'Owner';
-- What are the names of the employees who are not Sales Representatives?
SELECT first_name, last_name FROM employees WHERE title <> 'Sales Representative';
-- List the categories whose average product price is above 25.
SELECT category_name FROM products JOIN categories USING (category_id) GROUP BY 1 HAVING avg(unit_price) > 25;
-- Which country do most suppliers come from?
SELECT country FROM suppliers GROUP BY 1 ORDER BY count(*) DESC LIMIT 1;
-- What is the ratio of units in stock to units on order for Chang?
SELECT 1.0 * units_in_stock / units_on_order FROM products WHERE product_name = 'Chang';
-- What is the phone number of Federal Shipping?
SELECT phone FROM shippers WHERE company_name = 'Federal Shipping';
-- Which employees were born after 1960?
SELECT first_name, last_name FROM employees WHERE birth_date > '1960-12-31';
-- What is the salary of Nancy Davolio?
refuse
-- How many products were returned by customers?
refuse
-- Return the product name and supplier name of every product in the Beverages category.
SELECT product_name, company_name FROM products JOIN suppliers USING (supplier_id) JOIN categories USING (category_id) WHERE category_name = 'Beverages';
-- Which customers ordered Konbu?
SELECT DISTINCT company_name FROM customers JOIN orders USING (customer_id) JOIN order_details USING (order_id) JOIN products USING (product_id) WHERE product_name = 'Konbu';
-- What is the average freight of orders handled by each employee? Give the last name.
SELECT last_name, avg(freight) FROM orders JOIN employees USING (employee_id) GROUP BY employee_id, last_name;
-- How many orders did Janet Leverling handle?
SELECT count(*) FROM orders JOIN employees USING (employee_id) WHERE last_name = 'Leverling';
-- What is the total number of units in stock for each supplier?
SELECT company_name, sum(units_in_stock) FROM products JOIN suppliers USING (supplier_id) GROUP BY 1;
-- Which supplier supplies the most products?
SELECT company_name FROM products JOIN suppliers USING (supplier_id) GROUP BY supplier_id, company_name ORDER BY count(*) DESC LIMIT 1;
-- What is the cheapest product in the Condiments category?
SELECT product_name FROM products JOIN categories USING (category_id) WHERE category_name = 'Condiments' ORDER BY unit_price LIMIT 1;
-- How many customers are there per country?
SELECT country, count(*) FROM customers GROUP BY 1;
-- List employees hired in 1993 or later.
SELECT first_name, last_name FROM employees WHERE hire_date >= '1993-01-01';
-- What is the total discount of each order?
SELECT order_id, sum(discount) FROM order_details GROUP BY 1;
-- Which countries have both customers and suppliers?
SELECT DISTINCT country FROM customers WHERE country IN (SELECT country FROM suppliers);
-- How many products have never been ordered?
SELECT count(*) FROM products WHERE product_id NOT IN (SELECT product_id FROM order_details);
-- What is the second most expensive product?
SELECT product_name FROM products ORDER BY unit_price DESC LIMIT 1 OFFSET 1;
-- Which products are more expensive than Chang?
SELECT product_name FROM products WHERE unit_price > (SELECT unit_price FROM products WHERE product_name = 'Chang');
-- What percentage of the customers is from Germany?
SELECT 100.0 * count(*) FILTER (WHERE country = 'Germany') / count(*) FROM customers;
-- Which employees live in the same city as a customer?
SELECT DISTINCT first_name, last_name FROM employees JOIN customers USING (city);
