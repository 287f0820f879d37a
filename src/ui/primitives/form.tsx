import { type ComponentProps, type RefObject, useEffect, useReducer, useRef } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
	readonly onSubmit: () => void;
}

/** A form that displays its own validation errors and focuses the first invalid field. */
export function Form({ onSubmit, ...props }: FormProps) {
	const form = useRef<HTMLFormElement>(null);
	const expectInvalid = useFocusInvalid(form);
	return (
		<form
			{...props}
			ref={form}
			noValidate
			onSubmit={(event) => {
				event.preventDefault();
				expectInvalid();
				onSubmit();
			}}
		/>
	);
}

/**
 * Focuses the first field found invalid by an attempt, immediately or after the service's response.
 * @returns call it at each attempt
 */
export function useFocusInvalid(fields: RefObject<HTMLElement | null>): () => void {
	const isExpected = useRef(false);
	// A second attempt may change nothing visible.
	const [, draw] = useReducer((attempts: number) => attempts + 1, 0);
	useEffect(() => {
		const element = fields.current;
		// Errors found while typing don't move the focus.
		const forget = () => {
			isExpected.current = false;
		};
		element?.addEventListener('input', forget);
		return () => element?.removeEventListener('input', forget);
	}, [fields]);
	// Runs after every render, since the service may respond at any time.
	useEffect(() => {
		const invalid = isExpected.current ? fields.current?.querySelector<HTMLElement>('[aria-invalid="true"]') : null;
		if (!invalid) return;
		isExpected.current = false;
		invalid.focus();
	});
	return () => {
		isExpected.current = true;
		draw();
	};
}
