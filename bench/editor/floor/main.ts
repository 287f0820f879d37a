import { loadEditor } from '../../../src/ui/editor/load-monaco.ts';

const text = 'select origin, avg(delay) as delay\nfrom aviation.flights\ngroup by origin\n';
const element = document.getElementById('editor');

/** The console's own Monaco in a page that has nothing else. */
async function open(): Promise<void> {
	const { monaco, createEditor } = await loadEditor();
	if (element === null) return;
	createEditor(monaco, element, {
		text,
		language: 'sql',
		readOnly: false,
		ariaLabel: 'Code',
		selection: null,
		onChange: () => {},
		onSubmit: () => {},
		onSave: () => {},
		onSubmitSelection: () => {},
		onFormatted: () => {},
		knowledge: () => null,
	});
}

document.querySelector('button')?.addEventListener('click', () => void open());
// As the console, where nothing else goes on.
if (location.search === '?ahead') void loadEditor();
