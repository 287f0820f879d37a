import { useState } from 'react';
import { paths } from '../../../routing/paths.ts';
import { startPage, storeStartPage } from '../../../storage/preferences.ts';
import { Choice } from '../../../ui/primitives/choice.tsx';

const labels = ['Home', 'BuildSpecs', 'Namespaces', 'Worksheets', 'Agents'] as const;
const addresses = [paths.home(), paths.buildSpecs(), paths.namespaces(), paths.worksheet(), paths.agents()];
const pages = addresses.map((value, index) => ({ value, label: labels[index] ?? value }));

export function StartPageChoice() {
	const [chosen, setChosen] = useState(() => startPage() ?? paths.home());
	return (
		<Choice
			label="Start page"
			value={chosen}
			onChange={(address) => {
				storeStartPage(address);
				setChosen(address);
			}}
			data={pages}
		/>
	);
}
