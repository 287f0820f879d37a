/**
 * The floor of a grid: a pool of elements written by hand, that draws values it computes, and does nothing else. Its
 * scrolled element has the role grid too, so that both are measured by the same code.
 * @param size rows and columns
 */
export const floorPage = ({ rows, columns }: { rows: number; columns: number }): string => `<!doctype html>
<style>
	body { margin: 0; font: 13px sans-serif; }
	[role=grid] { height: 500px; width: 1200px; overflow: auto; position: relative; contain: strict; }
	.row, .cell { position: absolute; height: 28px; line-height: 27px; overflow: hidden; white-space: pre; contain: strict; }
	.row { left: 0; width: ${columns * 100}px; border-bottom: 1px solid #ddd; }
	.cell { top: 0; width: 99px; border-right: 1px solid #ddd; font-family: monospace; text-align: right; }
</style>
<button>show</button>
<script>
	document.querySelector('button').onclick = () => {
		const grid = document.createElement('div');
		grid.setAttribute('role', 'grid');
		const sizer = document.createElement('div');
		// below the browsers' height cap, as the rows of the grid beside it
		sizer.style.cssText = 'width:${columns * 100}px;height:${Math.min(rows * 28, 15_000_000)}px';
		grid.append(sizer);
		document.body.append(grid);
		const pool = Array.from({ length: 20 }, () => {
			const row = document.createElement('div');
			row.className = 'row';
			const texts = Array.from({ length: 14 }, () => {
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
			const from = Math.min(${Math.max(0, columns - 14)}, Math.floor(grid.scrollLeft / 100));
			for (let at = first; at < first + 20; at += 1) {
				const slot = pool[at % 20];
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
