/** Whether a DuckDB type holds only whole numbers. */
export const isIntegerType = (type: string): boolean => /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type);

/** Whether a DuckDB type is numeric. */
export const isNumberType = (type: string): boolean =>
	isIntegerType(type) || /^(DECIMAL(\(.*\))?|DOUBLE|FLOAT|REAL)$/.test(type);
