import type { NextConfig } from 'next';

const config: NextConfig = {
  // Functions with 'use cache' are cached by their tags, until the webhook drops these.
  cacheComponents: true,
  // Otherwise what is not there would be a page that says so, with the status 200.
  partialPrefetching: false,
  // Addresses with a preview token show drafts, all others what is published.
  rewrites: async () => ({
    beforeFiles: [
      {
        source: '/:path((?!(?:preview|_next)(?:/|$)).*)',
        has: [{ type: 'query', key: 'preview' }],
        destination: '/preview/:path',
      },
    ],
    afterFiles: [],
    fallback: [],
  }),
};

export default config;
