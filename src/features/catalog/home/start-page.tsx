import { useState } from 'react';
import { paths } from '../../../routing/paths.ts';
import { keepStartPage, startPage } from '../../../storage/preferences.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';

const pages = [
	{ value: paths.buildSpecs(), label: 'BuildSpecs' },
	{ value: paths.home(), label: 'Home' },
	{ value: paths.namespaces(), label: 'Namespaces' },
	{ value: paths.worksheet(), label: 'Worksheets' },
	{ value: paths.agents(), label: 'Agents' },
];

/** Which page the console starts with in this browser. */
export function StartPageChoice() {
	const [chosen, setChosen] = useState(() => startPage() ?? paths.buildSpecs());
	return (
		<Choice
			label="Open the console with"
			value={chosen}
			onChange={(address) => {
				keepStartPage(address);
				setChosen(address);
			}}
			data={pages}
		/>
	);
}
