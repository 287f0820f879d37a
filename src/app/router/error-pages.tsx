import { useState } from 'react';
import { useRouteError } from 'react-router';
import { isMissingChunk } from '../../lib/missing-chunk.ts';
import { PageFrame } from '../../ui/layout/page-frame.tsx';
import { PlainButton } from '../../ui/primitives/plain-button.tsx';
import { LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { Notice } from '../../ui/states/states.tsx';

const load = () => import('./failed-pages.tsx');
const failedPart = lazyPart<{ readonly error: unknown }, 'FailedPage'>(load, 'FailedPage');
const notFoundPart = lazyPart<object, 'NotFoundPage'>(load, 'NotFoundPage');

/** Shown if a page couldn't be loaded or rendered. If code is missing, nothing else may be available. */
export function RouteError() {
	const error = useRouteError();
	const [isMissing, setMissing] = useState(isMissingChunk(error));
	return isMissing ? (
		<NewVersion />
	) : (
		<LazyPart part={failedPart} props={{ error }} onMissing={() => setMissing(true)} />
	);
}

export const NotFoundPage = () => <LazyPart part={notFoundPart} props={{}} />;

function NewVersion() {
	return (
		<PageFrame title="Reload the console">
			<Notice
				tone="info"
				title="Part of the console couldn’t be loaded"
				action={<PlainButton onClick={() => location.reload()}>Reload page</PlainButton>}
			>
				Unsaved drafts stay in this browser.
			</Notice>
		</PageFrame>
	);
}
