import { expect, test } from 'vitest';
import { diskFullText, uncheckedText } from './errors.ts';

test.each([
	['The run was canceled.', 'The check was canceled.'],
	[
		'The service couldn’t start a process for this run. Run it again. If the problem persists, ask your admin to check the service log.',
		'Couldn’t check the statement. The service couldn’t start a process for this check. Try again. If the problem persists, ask your admin to check the service log.',
	],
	[
		diskFullText,
		'Couldn’t check the statement. The service’s disk is full, so this check couldn’t finish. Read fewer rows, or ask your admin for more space.',
	],
])('the message of a check without a result doesn’t mention a run: %s', (reason, words) => {
	expect(uncheckedText(reason, 'the statement')).toBe(words);
});
