/** The routes of plans and payment. */
import { ONE, PAGE } from '../docs/reference/teller.ts';
import { owners } from './ground.ts';
import type { SomeRoutes } from './row.ts';

export const billingRoutes = {
  'GET /billing/plans': {
    access: 'admin',
    sessionsOnly: true,
    example: { query: ONE, each: { ...PAGE, order: '-price' } },
  },
  'GET /billing/subscription': {
    access: 'admin',
    sessionsOnly: true,
    example: {},
  },
  'GET /billing/usage': {
    access: 'admin',
    sessionsOnly: true,
    example: { query: { metric: 'entries', by: 'space' } },
  },
  'POST /billing/checkout': {
    access: 'owner',
    sessionsOnly: true,
    body: { plan: 'team' },
    audit: {
      action: 'checkout.create',
      events: [],
      change: async () => owners('/billing/checkout', { plan: 'team' }),
    },
    example: ({ tell }) => {
      const site = 'https://app.example.com';
      return tell({ body: { plan: 'team', success_url: `${site}/billing`, cancel_url: `${site}/plans` } });
    },
  },
  'GET /billing/invoices': {
    access: 'owner',
    sessionsOnly: true,
    example: ({ tell, told, demo }) => {
      demo.stripe.pay(told('POST /billing/checkout').string('checkout_url'));
      return tell({ query: ONE, each: { ...PAGE, order: '-amount' } });
    },
  },
  'POST /billing/portal': {
    access: 'owner',
    sessionsOnly: true,
    body: {},
    audit: {
      action: 'nothing',
      events: [],
      records: 0,
      change: async ({ owner }) => {
        await owner.post('/billing/checkout', { plan: 'team' }, 200);
        return owners('/billing/portal', {});
      },
    },
    example: { body: { return_url: 'https://app.example.com/billing' } },
  },
} satisfies SomeRoutes;
