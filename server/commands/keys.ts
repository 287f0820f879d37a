import { runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';

const usage = `Usage: npm run keys -- rotate [--forget] [--data-dir PATH]

Creates new signing keys for tokens, download addresses and one-time sign-in addresses. What the old keys signed stays valid
until it expires. The service may be running. Without npm: node dist/server/keys.js

Options:
  --forget                drop the old keys and revoke every token: everyone signs in again`;

await runCommand(usage, { forget: { type: 'boolean' } }, async ({ values, words, settings, usageError }) => {
	if (words.length !== 1 || words[0] !== 'rotate') throw usageError('The only command is rotate.');
	return sendCommand(settings, { kind: 'rotate-keys', forget: values.forget === true });
});
