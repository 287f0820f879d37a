import { runCommand } from './run-command.ts';
import { sendCommand } from './send-command.ts';

const usage = `Usage: npm run keys -- rotate [--forget] [--data-dir PATH]

Creates new signing keys for tokens, download URLs and one-time sign-in links. Anything signed with the old keys stays
valid until it expires. You can run this while the service is running. Without npm: node dist/server/keys.js

Options:
  --forget                delete the old keys and revoke all tokens: everyone has to sign in again`;

await runCommand(usage, { forget: { type: 'boolean' } }, async ({ values, args, settings, usageError }) => {
	const [command, extra] = args;
	if (command === undefined) throw usageError('The command is missing. Use rotate.');
	if (command !== 'rotate') throw usageError(`Unknown command "${command}". Use rotate.`);
	if (extra !== undefined) throw usageError(`Unexpected argument "${extra}".`);
	return sendCommand(settings, { kind: 'rotate-keys', forget: values.forget === true });
});
