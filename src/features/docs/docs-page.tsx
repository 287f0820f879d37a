import { useQuery } from '@tanstack/react-query';
import { useEffect, useRef } from 'react';
import { Link, useLocation, useParams } from 'react-router';
import { decodeSegment } from '../../lib/decode-segment.ts';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { LinkContext } from '../../ui/markdown/plain-link.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import classes from './docs-page.module.css';
import { guideOf, guides, loadGuide } from './guides.ts';
import { headingId } from './model.ts';

export function DocsPage() {
	const { guideId } = useParams();
	const guide = guideId === undefined ? undefined : guideOf(guideId);
	if (guideId !== undefined && guide === undefined)
		return (
			<PageFrame title="Docs">
				<EmptyState title={`The guide "${guideId}" doesn’t exist`}>
					<Link to={paths.docs()}>Show all guides</Link>
				</EmptyState>
			</PageFrame>
		);
	return (
		<PageFrame title={guide?.title ?? 'Docs'}>
			<div className={classes.columns}>
				<nav aria-label="Guides" className={classes.list} data-alone={guide === undefined || undefined}>
					<Bullets>
						{guides.map(({ id, title, about }) => (
							<li key={id}>
								<Link to={paths.docs(id)} aria-current={id === guideId ? 'page' : undefined}>
									{title}
								</Link>
								{guide === undefined && <Muted> {about}</Muted>}
							</li>
						))}
					</Bullets>
				</nav>
				{guide !== undefined && <Content id={guide.id} />}
			</div>
		</PageFrame>
	);
}

function Content({ id }: { id: string }) {
	const { data, error } = useQuery({ queryKey: ['guide', id], queryFn: () => loadGuide(id), staleTime: Infinity });
	const article = useRef<HTMLElement>(null);
	const { hash } = useLocation();
	useEffect(() => {
		if (data === undefined || hash === '' || article.current === null) return;
		return onHeading(article.current, decodeSegment(hash.slice(1)), (heading) => {
			heading.tabIndex = -1;
			heading.focus();
			heading.scrollIntoView();
		});
	}, [data, hash]);
	if (error !== null)
		return <EmptyState title="Couldn’t load this guide">Check your connection, then try again.</EmptyState>;
	return (
		<article ref={article} className={classes.content}>
			{data === undefined ? (
				<LoadingRows />
			) : (
				<LinkContext value={addressOf}>
					<Markdown text={typographic(data)} />
				</LinkContext>
			)}
		</article>
	);
}

/** Typographic apostrophes for display, except in code. */
const typographic = (markdown: string): string =>
	markdown.replaceAll(/```[\s\S]*?```|`[^`\n]*`|(?<=\p{L})'(?=\p{L})/gu, (found) => (found === "'" ? '’' : found));

/** Calls back once a heading is rendered, since long guides render in parts. @returns stops waiting */
function onHeading(within: HTMLElement, id: string, callback: (heading: HTMLElement) => void): () => void {
	const find = () =>
		[...within.querySelectorAll<HTMLElement>('h2, h3, h4, h5, h6')].find(
			({ textContent }) => headingId(textContent.replaceAll('’', "'")) === id,
		);
	const look = () => {
		const heading = find();
		if (heading === undefined) return;
		observer.disconnect();
		callback(heading);
	};
	const observer = new MutationObserver(look);
	observer.observe(within, { childList: true, subtree: true });
	look();
	return () => observer.disconnect();
}

/** Where a guide's link leads in the console; null for repository files. */
function addressOf(href: string): string | null {
	const [, name = '', hash = ''] = /^([\w-]+)\.md(#.*)?$/.exec(href) ?? [];
	return guideOf(name) === undefined ? null : paths.docs(name) + hash;
}
