import { type CatalogFormatter, defineConfig } from '@lingui/conf';
import { formatter } from '@lingui/format-po';
import { comments } from './src/languages/comments.ts';

// The lines of sources would differ with every change, and two branches in all of them.
const po = formatter({ lineNumbers: false });

/** Catalogs in which short texts carry what translators have to know of them. */
const commented: CatalogFormatter = {
  ...po,
  serialize: (catalog, context) => {
    const withComments = Object.entries(catalog).map(([id, message]) => {
      const comment = comments[message.message ?? id];
      return [id, comment === undefined ? message : { ...message, comments: [...(message.comments ?? []), comment] }];
    });
    return po.serialize(Object.fromEntries(withComments), context);
  },
};

export default defineConfig({
  sourceLocale: 'en',
  locales: ['en', 'de'],
  catalogs: [{ path: '<rootDir>/src/languages/{locale}', include: ['<rootDir>/src'] }],
  format: commented,
});
