import { type ComponentProps, type RefObject, useEffect, useReducer, useRef } from 'react';

interface FormProps extends Omit<ComponentProps<'form'>, 'onSubmit' | 'ref'> {
	readonly onSubmit: () => void;
}

/** A form that says itself what is wrong with its fields. The focus goes to the first one that is. */
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
 * Moves the focus to the first field that an attempt shows to be invalid: at once, or when the service has answered.
 * @returns to be called at each attempt
 */
export function useFocusInvalid(fields: RefObject<HTMLElement | null>): () => void {
	const isExpected = useRef(false);
	// A second attempt may change nothing that is drawn.
	const [, draw] = useReducer((attempts: number) => attempts + 1, 0);
	useEffect(() => {
		const element = fields.current;
		// What turns out to be invalid while it is typed keeps the focus where it is.
		const forget = () => {
			isExpected.current = false;
		};
		element?.addEventListener('input', forget);
		return () => element?.removeEventListener('input', forget);
	}, [fields]);
	// After every drawing: the service may answer at any time.
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
