import { errorCode } from '../error-code.ts';

/** PostgreSQL is stopping, starting, too slow or out of connections, or the connection broke (PostgreSQL, appendix A). */
const codes =
	/^(08...|57P0[1235]|57014|25P03|53300|ECONNREFUSED|ECONNRESET|EPIPE|ETIMEDOUT|EHOSTUNREACH|ENETUNREACH|ENOTFOUND|EAI_AGAIN)$/;
/** Driver messages for the same, without a code. */
const pattern =
	/^Connection terminated|timeout exceeded when trying to connect|timeout expired|^Query read timeout|is not queryable/;

/** PostgreSQL, appendix A: read_only_sql_transaction; out_of_memory. */
export const isReadOnly = (error: unknown): boolean => errorCode(error) === '25006';
export const isMemoryOut = (error: unknown): boolean => errorCode(error) === '53200';

/** Whether a query failed because the database is unavailable or closed the connection: it may be back soon. */
export function isUnavailable(error: unknown): boolean {
	if (!(error instanceof Error)) return false;
	if (error instanceof AggregateError && error.errors.some(isUnavailable)) return true;
	if ('code' in error && typeof error.code === 'string' && codes.test(error.code)) return true;
	return pattern.test(error.message) || isUnavailable(error.cause);
}
