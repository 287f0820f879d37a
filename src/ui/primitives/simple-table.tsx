import { type Look, type PropsOf, withLook } from './look.ts';
import classes from './primitives.module.css';

interface Table extends Look {
	/**
	 * What becomes of a row on a narrow screen: a card with its cells one below the other, or one with as many of them on a
	 * line as fit. The header is then only heard.
	 */
	readonly cards?: 'lines' | 'flow' | undefined;
	/** Rows show which one is pointed at. */
	readonly hover?: boolean | undefined;
}

/** A table of few rows, all of them drawn; `--cell` is the padding of its cells. For rows of any number there is `ListTable`. */
export function SimpleTable({ cards, hover, ...props }: PropsOf<'table', Table>) {
	return <table {...withLook(props, classes.table)} data-cards={cards} data-hover={hover || undefined} />;
}
