import { errorCode } from '../error-code.ts';

/**
 * How often a transaction is begun again, by the code with which PostgreSQL ended it (PostgreSQL, appendix A). Two that
 * waited for each other, or read what the other wrote, can do so again when there are many. A row that another one made, or
 * took away, after it was looked for is found, or missed, by whoever looks again, who then says what that means.
 */
const most: Readonly<Record<string, number>> = {
	'40P01': 3, // deadlock_detected
	'40001': 3, // serialization_failure
	'23505': 1, // unique_violation
	'23503': 1, // foreign_key_violation
};

/**
 * Does a transaction, and begins it again where another one got in its way: of what failed, nothing is left.
 * @param transaction does nothing that lasts but what is undone with it, and can be done more than once
 */
export async function retryingTransaction<T>(transaction: () => Promise<T>): Promise<T> {
	for (let again = 0; ; again += 1) {
		try {
			return await transaction();
		} catch (error) {
			if (again >= (most[errorCode(error)] ?? 0)) throw error;
		}
	}
}
