import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

interface Table extends Look {
	/** Rows are cards on narrow screens: `lines` has a cell on each line, `flow` as many as fit. The header is then only for screen readers. */
	readonly cards?: 'lines' | 'flow' | undefined;
	/** Rows show which one is pointed at. */
	readonly hover?: boolean | undefined;
}

/** A table of few rows, all of them drawn; `--cell` is the padding of its cells. For rows of any number there is `ListTable`. */
export function SimpleTable({ cards, hover, ...props }: PropsOf<'table', Table>) {
	return <table {...withLook(props, classes.table)} data-cards={cards} data-hover={hover || undefined} />;
}
