import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** A page's state with which a command opens one of its dialogs. */
export const askedOpen = (what: string) => ({ open: what });

/** Calls back when somebody came to this page by a command that opens something of it, such as the dialog that creates one. */
export function useAskedOpen(what: string, onOpen: () => void): void {
	const { state, key, search } = useLocation();
	const navigate = useNavigate();
	const asked = Object(state).open === what ? key : null;
	const open = useEffectEvent(() => {
		onOpen();
		// A reload opens nothing again.
		void navigate({ search }, { replace: true, state: null });
	});
	useEffect(() => {
		if (asked !== null) open();
	}, [asked]);
}
