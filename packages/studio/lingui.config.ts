import { defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [{ path: '<rootDir>/src/languages/{locale}', include: ['<rootDir>/src'] }],
  // The lines of sources would differ with every change, and two branches in all of them.
  format: formatter({ lineNumbers: false }),
});
