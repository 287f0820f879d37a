import { useEffect, useEffectEvent } from 'react';
import { useLocation, useNavigate } from 'react-router';

/** Navigation state with which a command opens a dialog of a page. */
export const requestDialog = (what: string) => ({ open: what });

/** Calls back if a command opened the page to show a dialog. */
export function useRequestedDialog(what: string, onOpen: () => void): void {
	const { state, key, search } = useLocation();
	const navigate = useNavigate();
	const requestKey = Object(state).open === what ? key : null;
	const open = useEffectEvent(() => {
		onOpen();
		// A reload must not reopen it.
		void navigate({ search }, { replace: true, state: null });
	});
	useEffect(() => {
		if (requestKey !== null) open();
	}, [requestKey]);
}
