import { parseArgs } from 'node:util';
import { dataDirOf, sendCommand } from './send-command.ts';

const usage = `npm run keys -- rotate [--forget] [--data-dir PATH]

Signs with new keys from now on; tokens count until they end. With --forget what the old keys signed counts no more.`;

async function main(): Promise<void> {
	const options = { forget: { type: 'boolean' }, 'data-dir': { type: 'string' } } as const;
	const { values, positionals } = parseArgs({ allowPositionals: true, options });
	if (positionals.length !== 1 || positionals[0] !== 'rotate') throw new Error(usage);
	const command = { kind: 'rotate-keys', forget: values.forget === true } as const;
	for (const line of await sendCommand(dataDirOf(values['data-dir']), command)) console.log(line);
}

try {
	await main();
} catch (error) {
	console.error(error instanceof Error ? error.message : error);
	process.exit(1);
}
