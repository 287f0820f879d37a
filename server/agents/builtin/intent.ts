/** Units for grouping by time; `month of the year` and `hour of the day` combine all years and days. */
export type TimeUnit =
	| 'hour'
	| 'day'
	| 'week'
	| 'month'
	| 'quarter'
	| 'year'
	| 'decade'
	| 'weekday'
	| 'month of the year'
	| 'hour of the day';

export type Comparison = '=' | '<' | '<=' | '>' | '>=';

export type Aggregate = 'avg' | 'sum' | 'min' | 'max' | 'median' | 'range';
