import type { EngineError } from '../../engine/errors.ts';

/** What an error of the engine means for somebody who saves data. @param what was being done, such as "The upload was" */
export function engineText({ message }: EngineError, what: string): string {
	const text = message.replaceAll('The run was', what);
	return /^The run was stopped because .*exceeded the .*limit of/.test(message)
		? `${text} Split the data into smaller files, or ask your admin to raise the limit.`
		: text;
}
