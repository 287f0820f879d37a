/** Code that the shell loads after the first screen. The map of these files also stays out of it. */
export const parts = {
	drawer: () => import('./navigation-drawer.tsx'),
	ask: () => import('../../features/agents/conversations/ask-panel.tsx'),
	signOut: () => import('../../features/session/sign-out/sign-out-dialog.tsx'),
	profiles: () => import('../../features/session/sign-out/profiles-dialog.tsx'),
	palette: () => import('../palette/command-palette.tsx'),
	commands: () => import('./shell-commands.tsx'),
	notices: () => import('./notices.tsx'),
	help: () => import('./page-help.tsx'),
	shortcuts: () => import('./shortcut-sheet.tsx'),
	status: () => import('./status-line-facts.tsx'),
	account: () => import('./account-panel.tsx'),
	sessionEnded: () => import('../../features/session/sign-in/session-ended-dialog.tsx'),
	editor: () => import('../../ui/editor/load-monaco.ts'),
	observers: () => import('../observers/start-observers.ts'),
} as const;
