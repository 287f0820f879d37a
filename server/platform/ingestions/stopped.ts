import { type EngineError, withoutAdvice } from '../../engine/errors.ts';

const isOfLimit = /^The run was stopped because .*(exceeded the .*limit of|reached its memory limit)/;

/** What an error of the engine means for somebody who saves data. */
export function engineText({ message }: EngineError): string {
	const text = withoutAdvice(message).replaceAll('The run was', 'The import was');
	return isOfLimit.test(message)
		? `${text} Split the data into smaller files, or ask your admin to raise the limit.`
		: text;
}
