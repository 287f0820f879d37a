import { defineConfig } from 'drizzle-kit';

export default defineConfig({
	dialect: 'postgresql',
	schema: './server/store/catalog/schema/*.ts',
	out: './server/store/catalog/migrations',
});
