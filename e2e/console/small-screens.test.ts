import { expect, test } from '../support/journey.ts';
import { openPage, pagesOfSample } from '../support/pages.ts';
import { watchSettling } from '../support/settled.ts';

// One page requests an ingestion that doesn't exist.
test.use({ expectedErrors: /404 \(Not Found\).*/ });

test('every page fits 390 and 320 px, with targets of 24 px or enough space around them', async ({
	page,
	ownService,
}) => {
	test.setTimeout(300_000);
	const service = await ownService();
	await page.emulateMedia({ reducedMotion: 'reduce' });
	await page.goto(service.signInAddress());
	await page.getByRole('link', { name: /airport_delays/ }).waitFor();
	const pages = await pagesOfSample(page);
	const settled = watchSettling(page);
	const wide: string[] = [];
	const small = new Set<string>();
	for (const known of pages) {
		const { path } = known;
		await page.setViewportSize({ width: 1440, height: 900 });
		await openPage(page, known);
		await settled(path);
		for (const width of [1440, 390, 320]) {
			await page.setViewportSize({ width, height: 844 });
			await settled(`${path}, ${width} px`);
			// Ignores frames drawn while the window is being resized.
			await expect
				.poll(async () => (await page.evaluate(measure)).overflow, { timeout: 3_000 })
				.toBe(0)
				.catch(() => wide.push(`${path}, ${width} px: too wide`));
			const found = await page.evaluate(measure);
			for (const target of found.small) small.add(`${path}, ${width} px: ${target}`);
		}
	}
	expect.soft(wide).toEqual([]);
	expect([...small]).toEqual([]);
});

/** Horizontal overflow, and targets that are too small and too close to others (WCAG 2.5.8). */
function measure(): { overflow: number; small: string[] } {
	const areas = [document.documentElement, ...document.querySelectorAll('main')];
	const overflow = Math.max(...areas.map((area) => area.scrollWidth - area.clientWidth));
	const least = 24;
	const targets = [
		...document.querySelectorAll<HTMLElement>(
			'a[href], button, input, select, textarea, summary, [role="button"], [role="tab"], [role="option"]',
		),
	].filter((target) => {
		// Keyboard-only elements have no size; an image has its list, and code its own rules.
		const { width, height } = target.getBoundingClientRect();
		const elsewhere = '.monaco-editor, [inert], [aria-hidden="true"], [role="listbox"], [data-graph-card]';
		return (
			width > 1 &&
			height > 1 &&
			target.checkVisibility({ opacityProperty: true, visibilityProperty: true }) &&
			target.closest(elsewhere) === null
		);
	});
	const areaOf = (target: HTMLElement): DOMRect => {
		const label = target instanceof HTMLInputElement ? target.labels?.[0] : null;
		const own = target.getBoundingClientRect();
		// A link may cover its row.
		const isOver = getComputedStyle(target, '::after').position === 'absolute';
		const row = isOver ? target.closest('tr, li')?.getBoundingClientRect() : label?.getBoundingClientRect();
		if (row === undefined) return own;
		const [left, top] = [Math.min(own.left, row.left), Math.min(own.top, row.top)];
		return new DOMRect(left, top, Math.max(own.right, row.right) - left, Math.max(own.bottom, row.bottom) - top);
	};
	const measured = targets.map((target) => ({ target, area: areaOf(target) }));
	const isSmall = ({ area }: { area: DOMRect }) => area.width < least - 0.5 || area.height < least - 0.5;
	const isInText = ({ target }: { target: HTMLElement }) =>
		getComputedStyle(target).display === 'inline' &&
		[...(target.parentElement?.childNodes ?? [])].some(
			(node) => node !== target && node.nodeType === Node.TEXT_NODE && node.textContent?.trim() !== '',
		);
	const isNear = (one: { target: HTMLElement; area: DOMRect }) => {
		const x = one.area.x + one.area.width / 2;
		const y = one.area.y + one.area.height / 2;
		return measured.some((other) => {
			if (other === one || other.target.contains(one.target) || one.target.contains(other.target)) return false;
			const { area } = other;
			// If a link covers its row, the others are inside that row.
			if (
				area.left <= one.area.left &&
				area.right >= one.area.right &&
				area.top <= one.area.top &&
				area.bottom >= one.area.bottom
			)
				return false;
			const dx = Math.max(area.left - x, 0, x - area.right);
			const dy = Math.max(area.top - y, 0, y - area.bottom);
			const between = Math.hypot(area.x + area.width / 2 - x, area.y + area.height / 2 - y);
			return Math.hypot(dx, dy) < least / 2 || (isSmall(other) && between < least);
		});
	};
	const small = measured
		.filter((one) => isSmall(one) && !isInText(one) && isNear(one))
		.map(({ target, area }) => {
			const name = target.getAttribute('aria-label') ?? target.textContent?.trim() ?? '';
			return `${target.tagName} "${name.slice(0, 40)}" is ${Math.round(area.width)} × ${Math.round(area.height)}`;
		});
	return { overflow, small };
}
