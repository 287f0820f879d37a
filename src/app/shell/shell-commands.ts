import { keyName } from '../../lib/browser/keys.ts';
import { useCommands } from '../../lib/commands.ts';

interface ShellCommandsProps {
	/** Whether the navigation shows icons only. */
	readonly narrow: boolean;
	readonly onToggle: () => void;
}

/** Commands of every page, for the palette; draws nothing. */
export function ShellCommands({ narrow, onToggle }: ShellCommandsProps): null {
	useCommands([
		{
			id: 'navigation',
			group: 'View',
			label: narrow ? 'Widen the navigation' : 'Collapse the navigation',
			keys: keyName('B'),
			run: onToggle,
		},
	]);
	return null;
}
