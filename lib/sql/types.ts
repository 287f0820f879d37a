/** Whether DuckDB's type of this name holds whole numbers only. */
export const isIntegerType = (type: string): boolean => /^U?(TINY|SMALL|BIG|HUGE)?INT(EGER)?$/.test(type);

/** Whether DuckDB's type of this name holds numbers. */
export const isNumberType = (type: string): boolean =>
	isIntegerType(type) || /^(DECIMAL(\(.*\))?|DOUBLE|FLOAT|REAL)$/.test(type);
