/** The introduction of the OpenAPI document: what this is, where it is, which tokens there are. */

import { INTERFACE_VERSION } from '../../config/program-version.ts';

export const INFO = {
  title: 'Lectern',
  version: INTERFACE_VERSION,
  summary: 'A headless content service.',
  description: `Content is modelled, written and published on the **management** plane, and read on **delivery** (what is
published) and **preview** (the newest drafts). Each plane takes its own tokens, as \`Authorization: Bearer …\`.

**Errors** are \`{"detail": {"code", "message", …}}\` everywhere; \`message\` says what to do. **Collections** are
\`{"items", "total", "skip", "limit"}\`, with the next page in \`Link\`. **Times** are ISO 8601 in UTC. Reads of one
resource carry \`ETag\`; send it back as \`If-Match\` to change only what you read. Unknown keys and parameters are refused.
Every response carries \`X-Request-Id\` and \`X-CMS-Version: ${INTERFACE_VERSION}\`; within a version, changes only add.`,
};

export const SECURITY_SCHEMES = {
  managementToken: {
    type: 'http',
    scheme: 'bearer',
    description: 'An access token from log-in (a JWT that lives 15 minutes), or a management key (`cms_mgm_…`).',
  },
  deliveryToken: { type: 'http', scheme: 'bearer', description: 'A delivery key (`cms_del_…`): published content.' },
  previewToken: { type: 'http', scheme: 'bearer', description: 'A preview key (`cms_pre_…`): newest drafts.' },
  refreshCookie: {
    type: 'apiKey',
    in: 'cookie',
    name: 'lectern_refresh',
    description:
      'The refresh token of a session that was started with `"refresh": "cookie"`, on pages of the service. Under https its name is `__Host-lectern_refresh`.',
  },
};

/**
 * Makes the reference page leave an optional parameter empty and unsent until somebody ticks it; without it, the page
 * fills it in from its schema and sends it.
 */
export const UNSENT = { default: { 'x-disabled': true } };

/** Headers that several routes take, by the names of their components. */
export const HEADER_PARAMETERS = {
  IfMatch: {
    in: 'header',
    name: 'If-Match',
    required: false,
    description: 'The `ETag` that was read: the change is refused with `version_conflict` if someone else saved since.',
    schema: { type: 'string' },
    examples: UNSENT,
  },
  IfNoneMatch: {
    in: 'header',
    name: 'If-None-Match',
    required: false,
    description: 'The `ETag` of a response that you still have: 304 if it is still current.',
    schema: { type: 'string' },
    examples: UNSENT,
  },
  IdempotencyKey: {
    in: 'header',
    name: 'Idempotency-Key',
    required: false,
    description:
      'Any text you choose: if the request is sent again within 24 hours, it returns the stored response and does nothing.',
    schema: { type: 'string', minLength: 1, maxLength: 255 },
    examples: UNSENT,
  },
};

/** Headers of responses to whoever has an account whose plan limits requests, by the names of their components. */
export const LIMIT_HEADERS = {
  RateLimit: {
    description:
      'What is left of each limit on requests: `r` requests in the next `t` seconds. Only if the plan of the account limits requests.',
    schema: { type: 'string' },
    example: '"second";r=42;t=1, "month";r=391204;t=654321',
  },
  'RateLimit-Policy': {
    description:
      'The limits: `q` requests in a window of `w` seconds. Only if the plan of the account limits requests.',
    schema: { type: 'string' },
    example: '"second";q=50;w=1, "month";q=500000;w=2592000',
  },
};

/** The same, as a response refers to them. */
export const LIMIT_HEADER_REFERENCES = Object.fromEntries(
  Object.keys(LIMIT_HEADERS).map((name) => [name, { $ref: `#/components/headers/${name}` }]),
);

/** Headers of responses. */
export const RESPONSE_HEADERS = {
  ETag: { description: 'Version of the response, for `If-Match` or `If-None-Match`.', schema: { type: 'string' } },
  Location: { description: 'Path of the new resource.', schema: { type: 'string' } },
  Link: { description: 'Where the next page is: `<…>; rel="next"`; missing on the last.', schema: { type: 'string' } },
};
