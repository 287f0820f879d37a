import { errorCode } from '../error-code.ts';

/** How often a transaction is retried by PostgreSQL's error code (appendix A); a retry finds the row that a violation was about. */
const most: Readonly<Record<string, number>> = {
	'40P01': 3, // deadlock_detected
	'40001': 3, // serialization_failure
	'23505': 1, // unique_violation
	'23503': 1, // foreign_key_violation
};

/** Retries a transaction that another one disturbed. @param transaction has no lasting effect but its own */
export async function retryingTransaction<T>(transaction: () => Promise<T>): Promise<T> {
	for (let again = 0; ; again += 1) {
		try {
			return await transaction();
		} catch (error) {
			if (again >= (most[errorCode(error)] ?? 0)) throw error;
		}
	}
}
