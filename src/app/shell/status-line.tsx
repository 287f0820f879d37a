import { Inline } from '../../ui/primitives/layout.tsx';
import { LazyPart, lazyPart } from '../../ui/states/lazy-part.tsx';
import { partLoader } from './load-part.ts';
import classes from './status-line.module.css';

const factsPart = lazyPart(partLoader('status'), 'StatusLineFacts');

/** The bottom line, which has its place from the first screen on; what it says comes after that. */
export const StatusLine = () => (
	<Inline component="footer" nowrap gap={1} tone="muted" size="small" className={classes.line}>
		<LazyPart part={factsPart} props={{}} />
	</Inline>
);
