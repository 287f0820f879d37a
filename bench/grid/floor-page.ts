/**
 * The floor of a grid: a hand-written pool of elements that draws computed values, and nothing else. Its scrolled element also has the role grid, so
 * that the same code measures both.
 * @param shape rows and columns
 * @param size of the viewport, px
 */
export const floorPage = (
	{ rows, columns }: { rows: number; columns: number },
	{ width, height }: { width: number; height: number },
): string => `<!doctype html>
<style>
	body { margin: 0; font: 13px sans-serif; }
	[role=grid] { height: ${height}px; width: ${width}px; overflow: auto; position: relative; contain: strict; }
	.row, .cell { position: absolute; height: 28px; line-height: 27px; overflow: hidden; white-space: pre; contain: strict; }
	.row { top: 0; left: 0; width: ${columns * 100}px; border-bottom: 1px solid #ddd; }
	.cell { top: 0; width: 99px; border-right: 1px solid #ddd; font-family: monospace; text-align: right; }
</style>
<button>show</button>
<script>
	const [rowSlots, columnSlots] = [${Math.ceil(height / 28) + 1}, ${Math.min(columns, Math.ceil(width / 100) + 1)}];
	document.querySelector('button').onclick = () => {
		const grid = document.createElement('div');
		grid.setAttribute('role', 'grid');
		const sizer = document.createElement('div');
		// below the browsers' height cap, as the rows of the measured grid
		sizer.style.cssText = 'width:${columns * 100}px;height:${Math.min(rows * 28, 15_000_000)}px';
		grid.append(sizer);
		document.body.append(grid);
		const pool = Array.from({ length: rowSlots }, () => {
			const row = document.createElement('div');
			row.className = 'row';
			const texts = Array.from({ length: columnSlots }, () => {
				const cell = document.createElement('div');
				cell.className = 'cell';
				cell.setAttribute('role', 'gridcell');
				cell.append('');
				row.append(cell);
				return cell;
			});
			grid.append(row);
			return { row, texts, at: -1, from: -1 };
		});
		const draw = () => {
			const first = Math.floor(grid.scrollTop / 28);
			const from = Math.min(${columns} - columnSlots, Math.floor(grid.scrollLeft / 100));
			for (let at = first; at < Math.min(${rows}, first + rowSlots); at += 1) {
				const slot = pool[at % rowSlots];
				if (slot.at === at && slot.from === from) continue;
				slot.at = at;
				slot.from = from;
				slot.row.style.transform = 'translateY(' + at * 28 + 'px)';
				slot.texts.forEach((cell, index) => {
					cell.firstChild.data = String(at * ${columns} + from + index);
					cell.style.left = (from + index) * 100 + 'px';
				});
			}
		};
		grid.addEventListener('scroll', draw, { passive: true });
		draw();
	};
</script>`;
