import react from '@vitejs/plugin-react';
import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
		projects: [
			{
				test: {
					name: 'service',
					include: ['contract/**/*.test.ts', 'server/**/*.test.ts', 'scripts/**/*.test.ts', 'src/**/*.node.test.ts'],
					environment: 'node',
					testTimeout: 60_000,
					hookTimeout: 60_000,
				},
			},
			{
				plugins: [react()],
				test: {
					name: 'console',
					include: ['src/**/*.test.{ts,tsx}'],
					exclude: ['src/**/*.node.test.ts'],
					environment: 'jsdom',
					setupFiles: ['src/testing/setup.ts'],
					testTimeout: 15_000,
				},
			},
		],
	},
});
