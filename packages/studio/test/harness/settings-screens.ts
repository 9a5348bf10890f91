/** The pages of the settings, as a person finds them in a filled space. */
import type { Locator, Page } from 'playwright-core';
import { environmentScreens } from './environment-screens.ts';
import type { FilledSpace } from './filled-space.ts';
import { heading, pressing, type ScreenState } from './screen-state.ts';

export function settingsScreens({ scene, path }: FilledSpace): readonly ScreenState[] {
  const settings = `${path}/settings`;
  return [
    {
      name: 'space-general',
      path: `${settings}/general`,
      shows: (page) => page.getByRole('textbox', { name: 'Name of the space' }),
    },
    {
      name: 'space-delete',
      path: `${settings}/general`,
      shows: heading('Settings'),
      opens: pressing('Delete this space…'),
    },
    {
      name: 'activity',
      path: `${settings}/activity`,
      shows: (page) => page.getByRole('cell', { name: 'Space: created' }),
    },
    {
      name: 'activity-record',
      path: `${settings}/activity?action=space.create`,
      shows: (page) => page.getByRole('cell', { name: 'Space: created' }),
      opens: async (page) => {
        await page
          .getByRole('row', { name: /Space: created/ })
          .getByRole('link')
          .first()
          .click();
        return page.getByRole('dialog', { name: 'Space: created' });
      },
    },
    { name: 'locales', path: `${settings}/locales`, shows: (page) => page.getByRole('cell', { name: 'Deutsch' }) },
    {
      name: 'locale-new',
      path: `${settings}/locales`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('button', { name: 'Add a language' }).click();
        await page.getByRole('combobox', { name: 'Language' }).fill('German');
        return page.getByRole('option', { name: 'German (Austria) de-AT' });
      },
    },
    { name: 'keys', path: `${settings}/keys`, shows: (page) => page.getByRole('cell', { name: 'Delivery' }) },
    {
      name: 'keys-gone',
      path: `${settings}/keys?open=key_gone`,
      shows: (page) => page.getByText('This key was deleted.'),
    },
    { name: 'key-new', path: `${settings}/keys`, shows: heading('Settings'), opens: pressing('New key') },
    {
      name: 'key-shown',
      path: `${settings}/keys`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('button', { name: 'New key' }).click();
        await page.getByRole('textbox', { name: 'What is it for?' }).fill('The site');
        await page.getByRole('button', { name: 'Create key' }).click();
        return page.getByLabel('Token of the new key').last();
      },
    },
    ...webhookScreens(settings),
    {
      name: 'requests',
      path: `${settings}/requests`,
      shows: (page) => page.getByRole('cell', { name: /api-keys/ }).first(),
    },
    {
      name: 'request',
      path: `${settings}/requests?path=api-keys`,
      shows: (page) => page.getByRole('cell', { name: /api-keys/ }).first(),
      opens: async (page) => {
        await page
          .getByRole('row', { name: /api-keys/ })
          .first()
          .getByRole('link')
          .click();
        return page.getByRole('dialog');
      },
    },
    {
      name: 'preview-links-none',
      path: `${settings}/preview-links`,
      shows: (page) => page.getByText('No preview links yet'),
    },
    {
      name: 'preview-link',
      path: `${settings}/preview-links`,
      shows: heading('Settings'),
      opens: async (page) => {
        const set = await scene.owner.post(`${scene.base}/change-sets`, { name: 'Shared' }, 201);
        await scene.owner.post(`${scene.space}/preview-links`, { change_set: set.string('id') }, 201);
        await page.reload();
        await page.getByRole('link', { name: 'Shared' }).first().click();
        return page.getByRole('dialog', { name: 'Preview link' }).getByText('Pages of a release');
      },
    },
    {
      name: 'environments',
      path: `${settings}/environments`,
      shows: (page) => page.getByRole('cell', { name: 'next' }),
    },
    {
      name: 'environment-new',
      path: `${settings}/environments`,
      shows: heading('Settings'),
      opens: pressing('New environment'),
    },
    {
      name: 'transfer',
      path: `${settings}/transfer`,
      shows: (page) => page.getByText('No imports yet'),
    },
    { name: 'export-new', path: `${settings}/transfer`, shows: heading('Settings'), opens: pressing('New export') },
    {
      name: 'import-new',
      path: `${settings}/transfer`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('button', { name: 'Import an export' }).click();
        await page.getByRole('radio', { name: 'Into a new space' }).click();
        return page.getByRole('textbox', { name: 'Name of the new space' });
      },
    },
    {
      name: 'import-report',
      path: `${settings}/transfer`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('button', { name: 'Import records' }).click();
        const buffer = Buffer.from('{"entry": {"key": "a", "content_type": "nothing", "fields": {}}}');
        await page.getByLabel('File of records').setInputFiles({ name: 'a.ndjson', mimeType: 'text/plain', buffer });
        await page.getByRole('button', { name: 'Start import' }).click();
        return page.getByRole('cell', { name: 'Refused' });
      },
    },
    {
      name: 'move-in',
      path: `${settings}/transfer`,
      shows: heading('Settings'),
      opens: pressing('Show the command for WordPress'),
    },
    { name: 'key-change', path: `${settings}/keys`, shows: heading('Settings'), opens: pressing(/^Change$/) },
    {
      name: 'account',
      path: `${settings}/account`,
      shows: (page) => page.getByRole('switch', { name: 'Require a second factor' }),
    },
    {
      name: 'account-second-factor',
      path: `${settings}/account`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('switch', { name: 'Require a second factor' }).click();
        await page.getByRole('button', { name: 'Save' }).click();
        return page.getByRole('dialog').getByRole('cell', { name: 'Required of all members' });
      },
    },
    {
      name: 'account-delete',
      path: `${settings}/account`,
      shows: heading('Settings'),
      opens: pressing('Delete this account…'),
    },
    {
      name: 'invitation-again',
      path: `${settings}/members`,
      shows: heading('Settings'),
      opens: pressing('Send again'),
    },
    {
      name: 'environment-delete',
      path: `${settings}/environments`,
      shows: heading('Settings'),
      opens: async (page) => {
        await page.getByRole('row', { name: /^next/ }).getByRole('button', { name: 'Delete' }).click();
        return page.getByRole('dialog', { name: 'Delete next' });
      },
    },
    ...environmentScreens({ scene, path: settings }),
    { name: 'plan', path: `${settings}/plan`, shows: (page) => page.getByRole('cell', { name: 'Size of all files' }) },
    {
      name: 'plan-near-its-limits',
      path: `${settings}/plan`,
      shows: (page) => page.getByRole('cell', { name: 'Size of all files' }),
      opens: async (page) => {
        await page.route('**/billing/subscription', (route) => route.fulfill({ json: nearItsLimits }));
        await page.route('**/billing/invoices?*', (route) => route.fulfill({ json: someInvoices }));
        await page.route('**/billing/usage?*by=day', (route) => route.fulfill({ json: { items: busyDays } }));
        await page.reload();
        return page.getByText('A payment is late');
      },
    },
    {
      name: 'plan-of-the-account',
      path: '/plan',
      shows: (page) => page.getByRole('cell', { name: 'Size of all files' }),
    },
    {
      name: 'plan-order',
      path: `${settings}/plan`,
      shows: heading('Settings'),
      opens: pressing('Choose Free'),
    },
    {
      name: 'ai',
      path: `${settings}/ai`,
      shows: (page) => page.getByRole('switch', { name: 'AI helpers in this space' }),
    },
    {
      name: 'members',
      path: `${settings}/members`,
      shows: (page) => page.getByRole('button', { name: 'Withdraw' }),
    },
    {
      name: 'invitation',
      path: `${settings}/members`,
      shows: heading('Settings'),
      opens: pressing('Invite someone'),
    },
    {
      name: 'single-sign-on',
      path: `${settings}/single-sign-on`,
      shows: (page) => page.getByRole('button', { name: /Redirect URI/ }),
    },
    {
      name: 'single-sign-on-saml',
      path: `${settings}/single-sign-on`,
      shows: (page) => page.getByRole('button', { name: /Redirect URI/ }),
      opens: async (page) => {
        await page.getByText('SAML 2.0').click();
        await page.getByLabel('Claim with groups or roles').fill('groups');
        await page.getByRole('button', { name: 'Map another group' }).click();
        return page.getByRole('textbox', { name: 'Group', exact: true });
      },
    },
    {
      name: 'domain-new',
      path: `${settings}/single-sign-on`,
      shows: (page) => page.getByRole('button', { name: /Redirect URI/ }),
      opens: pressing('Add a domain'),
    },
    {
      name: 'provisioning',
      path: `${settings}/provisioning`,
      shows: (page) => page.getByText('No groups yet'),
    },
    // These are the last, as the person stays who they are shown to be.
    {
      name: 'suspended-for-its-owner',
      path: '/plan',
      shows: heading('Plan and usage'),
      opens: async (page) => {
        await page.route('**/billing/subscription', (route) => route.fulfill({ json: notPaid }));
        await page.route('**/billing/invoices?*', (route) => route.fulfill({ json: someInvoices }));
        await suspend(page);
        return page.getByRole('button', { name: 'Choose Team' });
      },
    },
    {
      name: 'suspended-for-a-member',
      path: '/plan',
      shows: heading('Plan and usage'),
      opens: async (page) => {
        await suspend(page, { permissions: [] });
        return page.getByRole('region', { name: 'Owners of this account' }).getByRole('link');
      },
    },
    {
      name: 'suspended-by-the-operator',
      path: '/profile',
      shows: (page) => page.getByRole('main'),
      opens: async (page) => {
        const json = { detail: { code: 'account_suspended', message: 'The account is suspended.' } };
        await page.route('**/auth/me', (route) => route.fulfill({ status: 403, json }));
        await page.goto(new URL('/studio/plan', page.url()).href);
        return heading('This account is suspended')(page);
      },
    },
  ];
}

function webhookScreens(settings: string): readonly ScreenState[] {
  const webhooks = {
    path: `${settings}/webhooks`,
    shows: (page: Page) => page.getByRole('link', { name: 'Search index' }),
  };
  const opened = async (page: Page): Promise<Locator> => {
    await webhooks.shows(page).click();
    const drawer = page.getByRole('dialog', { name: 'Search index' });
    await drawer.getByText('Nothing was sent yet').waitFor();
    return drawer;
  };
  const part = (name: string, shows: (drawer: Locator) => Locator) => async (page: Page) => {
    const drawer = await opened(page);
    await drawer.getByRole('tab', { name }).click();
    return shows(drawer);
  };
  return [
    { name: 'webhooks', ...webhooks },
    { name: 'webhook-new', ...webhooks, opens: pressing('New webhook') },
    { name: 'webhook', ...webhooks, opens: opened },
    {
      name: 'webhook-settings',
      ...webhooks,
      opens: part('Settings', (drawer) => drawer.getByRole('button', { name: 'Delete this webhook…' })),
    },
    {
      name: 'webhook-receiver',
      ...webhooks,
      opens: part('Receiver', (drawer) => drawer.getByRole('tab', { name: 'Go' })),
    },
    {
      name: 'webhook-range',
      ...webhooks,
      opens: async (page) => {
        await (await opened(page)).getByRole('button', { name: 'Send again what was missed…' }).click();
        return page.getByRole('dialog', { name: 'Send again what was missed' });
      },
    },
    {
      name: 'webhook-attempt',
      ...webhooks,
      opens: async (page) => {
        await (await opened(page)).getByRole('button', { name: 'Send a test…' }).click();
        await page.getByRole('dialog', { name: 'Send a test' }).getByRole('button', { name: 'Send' }).click();
        return page.getByText('No response came.');
      },
    },
  ];
}

/** A plan with limits, which the installation of the tests has none of. */
const nearItsLimits = {
  plan: 'team',
  status: 'past_due',
  current_period_end: '2026-12-01T00:00:00.000Z',
  grace_until: '2026-12-12T00:00:00.000Z',
  paid_at: 'stripe',
  usage: [
    { metric: 'spaces', limit: 1, used: 1 },
    { metric: 'entries', limit: 5_000, used: 5_120 },
    { metric: 'asset_bytes', limit: 2_147_483_648, used: 483_200_111 },
    { metric: 'api_requests_per_month', limit: 500_000, used: 431_200 },
    { metric: 'api_requests_per_second', limit: 50, used: null },
  ],
  notices: [{ metric: 'api_requests_per_month', percent: 80, at: '2026-11-24T09:00:00.000Z' }],
  version: 2,
};

const atStripe = {
  kind: 'invoice',
  plan: null,
  currency: 'usd',
  url: 'https://invoice.invalid',
  pdf_url: 'https://invoice.invalid/pdf',
};

const someInvoices = {
  items: [
    {
      ...atStripe,
      id: 'in_2',
      number: 'LEC-0002',
      amount: 4_900,
      status: 'open',
      created_at: '2026-11-24T09:00:00.000Z',
    },
    {
      ...atStripe,
      id: 'in_1',
      number: 'LEC-0001',
      amount: 4_900,
      status: 'paid',
      created_at: '2026-10-24T09:00:00.000Z',
    },
    {
      id: 'chk_1',
      kind: 'order',
      number: null,
      plan: 'free',
      amount: 0,
      currency: 'usd',
      status: 'confirmed',
      created_at: '2026-10-02T09:00:00.000Z',
      url: null,
      pdf_url: null,
    },
  ],
  total: 3,
  skip: 0,
  limit: 18,
};

const notPaid = { ...nearItsLimits, status: 'unpaid', grace_until: null };

/** Shows the account as one that is suspended for a late payment. @param more of the person */
async function suspend(page: Page, more: object = {}): Promise<void> {
  await page.route('**/auth/me', async (route) => {
    const me = await (await route.fetch()).json();
    await route.fulfill({ json: { ...me, account: { ...me.account, suspended: true }, ...more } });
  });
  await page.reload();
}

const busyDays = Array.from({ length: 30 }, (_, day) => ({
  kind: 'day',
  id: `2026-11-${String(day + 1).padStart(2, '0')}`,
  name: null,
  space_id: null,
  used: ((day * 7) % 13) * 1_900,
}));
