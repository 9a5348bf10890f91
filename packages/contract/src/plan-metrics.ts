/** What plans limit: everything that is counted on creation and deletion. */
export const metrics = [
  'spaces',
  'environments',
  'locales',
  'content_types',
  'entries',
  'assets',
  'asset_bytes',
  'members',
  'api_keys',
  'webhooks',
] as const;

export type Metric = (typeof metrics)[number];
