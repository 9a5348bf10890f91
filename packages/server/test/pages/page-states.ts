/** Every page of the server itself in each of its states, reached as people do: by links, and by sending forms. */
import type { Page } from 'playwright-core';
import { Actor } from '../../../testing/src/client.ts';
import { freshEmail, type Member, PASSWORD, signUp } from '../../../testing/src/given.ts';
import { mailedToken } from '../../../testing/src/people/mails.ts';
import type { TestService } from '../../../testing/src/service.ts';
import { CHALLENGE_PREFIX, INVITATION_PREFIX, RESET_PREFIX } from '../../src/identity/actors/token-kinds.ts';
import { addSecondFactor } from './add-second-factor.ts';

/** One state of a page. */
export interface PageState {
  readonly name: string;
  readonly heading: string;
  readonly status: number;
  /** Opens the page and brings it into the state. */
  reach(page: Page, service: TestService): Promise<void>;
}

const NEW_PASSWORD = 'another quiet harbour 6';

async function openVerify(page: Page, service: TestService): Promise<Member> {
  const member = await signUp(service.url);
  await member.actor.post('/auth/resend-verification', undefined, 202);
  const token = await mailedToken(service.dataDir, member.email, CHALLENGE_PREFIX);
  await page.goto(`${service.url}/verify-email?token=${token}`);
  return member;
}

async function openReset(page: Page, service: TestService): Promise<Member> {
  const member = await signUp(service.url);
  await new Actor(service.url, null).post('/auth/forgot-password', { email: member.email }, 202);
  const token = await mailedToken(service.dataDir, member.email, RESET_PREFIX);
  await page.goto(`${service.url}/reset-password?token=${token}`);
  return member;
}

/** The link of a fresh invitation, to an address with a user or without one. */
async function openInvitation(
  page: Page,
  service: TestService,
  invited: { hasUser: boolean; hasSecondFactor?: boolean },
): Promise<void> {
  const inviter = await signUp(service.url);
  const known = invited.hasUser ? await signUp(service.url) : undefined;
  const email = known?.email ?? freshEmail();
  if (known !== undefined && invited.hasSecondFactor === true) await addSecondFactor(known.actor);
  await inviter.actor.patch(`/accounts/${inviter.accountId}`, { name: 'Harbour Press <b>' }, 200);
  await inviter.actor.post(`/accounts/${inviter.accountId}/invitations`, { email, role: 'editor' }, 201);
  const token = await mailedToken(service.dataDir, email, INVITATION_PREFIX);
  await page.goto(`${service.url}/accept-invitation?token=${token}`);
}

/** The order of a plan, by somebody who has more than it allows. */
async function openOrder(page: Page, { url }: TestService): Promise<void> {
  const { actor, accountId } = await signUp(url);
  await actor.patch(`/accounts/${accountId}`, { name: 'Harbour Press <b>' }, 200);
  for (const name of ['Magazine', 'Website']) await actor.post('/spaces', { name }, 201);
  const order = await actor.post(
    '/billing/checkout',
    { plan: 'free', success_url: `${url}/docs`, cancel_url: url },
    200,
  );
  await page.goto(order.string('checkout_url'));
}

/** Sends the form of the page and waits for the response. */
async function submit(page: Page, values: Readonly<Record<string, string>> = {}): Promise<void> {
  for (const [name, value] of Object.entries(values)) await page.fill(`[name="${name}"]`, value);
  await Promise.all([page.waitForEvent('load'), page.click('button')]);
}

export const pageStates: readonly PageState[] = [
  {
    name: 'verify',
    heading: 'Verify your e-mail address',
    status: 200,
    reach: async (page, service) => {
      await openVerify(page, service);
    },
  },
  {
    name: 'verify-done',
    heading: 'Your address is verified',
    status: 200,
    reach: async (page, service) => {
      await openVerify(page, service);
      await submit(page);
    },
  },
  {
    name: 'verify-dead',
    heading: 'This link no longer works',
    status: 422,
    reach: async (page, { url }) => {
      await page.goto(`${url}/verify-email?token=x`);
    },
  },
  {
    name: 'reset',
    heading: 'Choose a new password',
    status: 200,
    reach: async (page, service) => {
      await openReset(page, service);
    },
  },
  {
    name: 'reset-refused',
    heading: 'Choose a new password',
    status: 422,
    reach: async (page, service) => {
      await openReset(page, service);
      await submit(page, { password: 'password123' });
    },
  },
  {
    name: 'reset-done',
    heading: 'Your password was changed',
    status: 200,
    reach: async (page, service) => {
      await openReset(page, service);
      await submit(page, { password: NEW_PASSWORD });
    },
  },
  {
    name: 'reset-dead',
    heading: 'This link no longer works',
    status: 422,
    reach: async (page, { url }) => {
      await page.goto(`${url}/reset-password?token=x`);
    },
  },
  {
    name: 'accept-new',
    heading: 'Join Harbour Press <b>',
    status: 200,
    reach: (page, service) => openInvitation(page, service, { hasUser: false }),
  },
  {
    name: 'accept-new-refused',
    heading: 'Join Harbour Press <b>',
    status: 422,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: false });
      await submit(page, { name: 'Ada Lovelace', password: 'short' });
    },
  },
  {
    name: 'accept-new-done',
    heading: 'You have joined Harbour Press <b>',
    status: 200,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: false });
      await submit(page, { name: 'Ada Lovelace', password: PASSWORD });
    },
  },
  {
    name: 'accept-known',
    heading: 'Join Harbour Press <b>',
    status: 200,
    reach: (page, service) => openInvitation(page, service, { hasUser: true }),
  },
  {
    name: 'accept-known-refused',
    heading: 'Join Harbour Press <b>',
    status: 401,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: true });
      await submit(page, { password: 'the wrong harbour' });
    },
  },
  {
    name: 'accept-code',
    heading: 'Join Harbour Press <b>',
    status: 403,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: true, hasSecondFactor: true });
      await submit(page, { password: PASSWORD });
    },
  },
  {
    name: 'accept-code-refused',
    heading: 'Join Harbour Press <b>',
    status: 422,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: true, hasSecondFactor: true });
      await submit(page, { password: PASSWORD });
      await submit(page, { code: '000000' });
    },
  },
  {
    name: 'accept-known-done',
    heading: 'You have joined Harbour Press <b>',
    status: 200,
    reach: async (page, service) => {
      await openInvitation(page, service, { hasUser: true });
      await submit(page, { password: PASSWORD });
    },
  },
  {
    name: 'accept-dead',
    heading: 'This invitation no longer works',
    status: 404,
    reach: async (page, { url }) => {
      await page.goto(`${url}/accept-invitation?token=x`);
    },
  },
  {
    name: 'order',
    heading: 'Change to the plan Free',
    status: 200,
    reach: (page, service) => openOrder(page, service),
  },
  {
    name: 'order-done',
    heading: 'The order is confirmed',
    status: 200,
    reach: async (page, service) => {
      await openOrder(page, service);
      await submit(page);
    },
  },
  {
    name: 'order-unknown',
    heading: 'There is no such order',
    status: 404,
    reach: async (page, { url }) => {
      await page.goto(`${url}/checkout?token=x`);
    },
  },
  {
    name: 'malformed',
    heading: 'This did not work',
    status: 422,
    reach: async (page, { url }) => {
      await page.goto(`${url}/verify-email?token=a&token=b`);
    },
  },
];
