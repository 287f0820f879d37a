import { loadMonaco } from '../../../src/ui/editor/load-monaco.ts';

const text = 'select origin, avg(delay) as delay\nfrom aviation.flights\ngroup by origin\n';
const element = document.getElementById('editor');

/** The console's own Monaco in a page without anything else. */
async function open(): Promise<void> {
	const { monaco, createEditor } = await loadMonaco();
	if (element === null) return;
	createEditor(monaco, element, () => ({ value: text, language: 'sql', ariaLabel: 'Code' }), null);
}

document.querySelector('button')?.addEventListener('click', () => void open());
// Like the console, which loads it while idle.
if (location.search === '?ahead') void loadMonaco();
