import { loadMonaco } from '../../../src/ui/editor/load-monaco.ts';

const text = 'select origin, avg(delay) as delay\nfrom aviation.flights\ngroup by origin\n';
const element = document.getElementById('editor');

/** The console's own Monaco in a page that has nothing else. */
async function open(): Promise<void> {
	const { monaco, createEditor } = await loadMonaco();
	if (element === null) return;
	createEditor(monaco, element, () => ({ value: text, language: 'sql', ariaLabel: 'Code' }), null);
}

document.querySelector('button')?.addEventListener('click', () => void open());
// As the console, where nothing else goes on.
if (location.search === '?ahead') void loadMonaco();
