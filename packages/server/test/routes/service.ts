/** The routes of the service itself, and its documentation. */
import type { SomeRoutes } from './row.ts';

export const serviceRoutes = {
  'GET /healthz': {
    access: 'public',
    example: {},
  },
  'GET /readyz': {
    access: 'public',
    example: { each: { writes: 'required' } },
  },
  'GET /metrics': {
    access: 'public',
    example: null,
  },
  'GET /metrics/top': {
    access: 'public',
    example: null,
  },
  'GET /openapi.json': {
    access: 'public',
    example: null,
  },
  'GET /docs': {
    access: 'public',
    example: null,
  },
} satisfies SomeRoutes;
