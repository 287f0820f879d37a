import { useQuery } from '@tanstack/react-query';
import { Link, useParams } from 'react-router';
import { paths } from '../../routing/paths.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { Markdown } from '../../ui/markdown/markdown.tsx';
import { LinkContext } from '../../ui/markdown/plain-link.tsx';
import { Bullets } from '../../ui/primitives/bullets.tsx';
import { Muted } from '../../ui/primitives/text.tsx';
import { EmptyState, LoadingRows } from '../../ui/states/states.tsx';
import classes from './docs-page.module.css';
import { guideOf, guides, loadGuide } from './guides.ts';

/** The guides that come with the console, one of them open. */
export function DocsPage() {
	const { guideId } = useParams();
	const guide = guideId === undefined ? undefined : guideOf(guideId);
	if (guideId !== undefined && guide === undefined)
		return (
			<PageFrame title="Docs">
				<EmptyState title={`There is no guide “${guideId}”`}>
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
	if (error !== null)
		return <EmptyState title="This guide couldn’t be loaded">Check your connection, then try again.</EmptyState>;
	return (
		<article className={classes.content}>
			{data === undefined ? (
				<LoadingRows />
			) : (
				<LinkContext value={addressOf}>
					<Markdown text={data} />
				</LinkContext>
			)}
		</article>
	);
}

/** Where a link of a guide leads in the console; null for files of the repository. */
function addressOf(href: string): string | null {
	const [, name = ''] = /^([\w-]+)\.md(?:#.*)?$/.exec(href) ?? [];
	return guideOf(name) === undefined ? null : paths.docs(name);
}
