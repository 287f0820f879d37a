/** The same number of cards and lines, drawn once into an image that the wheel only moves by a transform. */
export const floorGraph = (cards: number, lines: number): string => `<!doctype html>
<style>
	#frame { position: fixed; inset: 0; overflow: hidden; contain: strict; }
	canvas { position: absolute; will-change: transform; }
</style>
<div id="frame"><canvas width="3400" height="1700"></canvas></div>
<script>
	const picture = document.querySelector('canvas');
	const context = picture.getContext('2d');
	const place = (index) => ({ x: (index % 21) * 160, y: Math.floor(index / 21) * 32 });
	context.font = '8px sans-serif';
	for (let index = 0; index < ${lines}; index += 1) {
		const [from, to] = [place(index % ${cards}), place((index * 7 + 21) % ${cards})];
		context.beginPath();
		context.moveTo(from.x + 112, from.y + 12);
		context.bezierCurveTo(from.x + 132, from.y + 12, to.x - 20, to.y + 12, to.x, to.y + 12);
		context.stroke();
	}
	for (let index = 0; index < ${cards}; index += 1) {
		const { x, y } = place(index);
		context.strokeRect(x, y, 112, 24);
		context.fillText('dataset_' + index, x + 5, y + 12);
	}
	let [x, y, asked] = [0, 0, false];
	addEventListener('wheel', ({ deltaX, deltaY }) => {
		[x, y] = [x - deltaX, y - deltaY];
		if (asked) return;
		asked = true;
		requestAnimationFrame(() => {
			asked = false;
			picture.style.transform = \`translate(\${x}px, \${y}px)\`;
		});
	});
</script>`;

/** A field, and the first forty of these texts that contain what is typed; no components, no links, no routing. */
export const floorList = (texts: readonly string[]): string => `<!doctype html>
<form><input aria-label="Filter"><p role="status"></p></form><ol></ol>
<script>
	const texts = ${JSON.stringify(texts).replaceAll('<', '\\u003c')};
	const [field, counter, list] = ['input', 'p', 'ol'].map((selector) => document.querySelector(selector));
	field.addEventListener('input', () => {
		const found = texts.filter((text) => text.includes(field.value.toLowerCase()));
		counter.textContent = found.length.toLocaleString('en-US') + ' of ' + texts.length.toLocaleString('en-US') + ' match';
		list.replaceChildren(...found.slice(0, 40).map((text) => {
			const line = document.createElement('li');
			line.textContent = text.slice(0, text.indexOf('\\n'));
			return line;
		}));
	});
</script>`;
