/**
 * A running demo, as `npm run demo` starts it, with everything that examples are made on. Its webhooks may go to a
 * receiver on this machine.
 */
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { Actor } from '../../../../testing/src/client.ts';
import type { TestDnsServer } from '../../../../testing/src/servers/dns-server.ts';
import { compliantModel, startModelServer } from '../../../../testing/src/servers/model-server.ts';
import { type StripeServer, startStripeServer } from '../../../../testing/src/servers/stripe-server.ts';
import { temporaryFolder } from '../../../../testing/src/temporary-folder.ts';
import { runDemo } from '../../../src/commands/demo/demo-command.ts';
import type { DemoFacts } from '../../../src/commands/demo/demo-text.ts';
import { untilCloned } from '../../branches/clone/clones.ts';

/** The password of people in examples. */
export const EXAMPLE_PASSWORD = 'correct horse battery staple';

export interface DemoStage extends DemoFacts {
  /** Folder of its data, which contains its mails. */
  readonly folder: string;
  /** Address of the receiver of webhooks. */
  readonly receiverUrl: string;
  /** The owner of the account, logged in. */
  readonly owner: Actor;
  /** Where plans are paid. */
  readonly stripe: StripeServer;
  close(): Promise<void>;
}

/** Starts the demo on a fresh folder. The caller closes it. */
export async function startDemo(): Promise<DemoStage> {
  const folder = temporaryFolder('reference');
  const receiver = createServer((request, response) => {
    request.resume().on('end', () => response.end('received'));
  });
  await new Promise<void>((resolve) => receiver.listen(0, '127.0.0.1', resolve));
  const receiverUrl = `http://127.0.0.1:${(receiver.address() as AddressInfo).port}`;
  const stop = Promise.withResolvers<void>();
  const started = Promise.withResolvers<DemoFacts>();
  const output = {
    print: (text: string) => started.resolve(JSON.parse(text)),
    printError: (text: string) => started.reject(new Error(text)),
    progress: null,
  };
  const model = await startModelServer(
    compliantModel('The harbour wakes long before the town does.', { 'Reading the tide': 'Die Tide lesen' }),
  );
  const stripe = await startStripeServer();
  const variables = {
    ...stripe.environment,
    LECTERN_DATA_DIR: folder,
    PORT: '0',
    LECTERN_WEBHOOK_ALLOW: '127.0.0.1/32',
    ...model.environment,
    LECTERN_AI_MODEL: 'qwen3:8b',
  };
  const ended = runDemo(['--json'], variables, { output, stopped: stop.promise });
  ended.catch(started.reject);
  const facts = await started.promise;
  return {
    ...facts,
    folder: join(folder, 'demo'),
    receiverUrl,
    stripe,
    owner: await logIn(facts.url, facts),
    close: async () => {
      stop.resolve();
      await ended;
      await model.close();
      await stripe.close();
      await new Promise((resolve) => receiver.close(resolve));
    },
  };
}

/** Logs in; gives somebody with the access token. */
export async function logIn(url: string, { email, password }: Pick<DemoStage, 'email' | 'password'>): Promise<Actor> {
  const session = await new Actor(url, null).post('/auth/login', { email, password }, 200);
  return new Actor(url, session.string('access_token'));
}

/** Makes somebody a member of the demo's account, with the password of the examples. */
export async function joinDemo(parts: {
  owner: Actor;
  url: string;
  account: string;
  email: string;
  role: string;
}): Promise<{ actor: Actor; userId: string }> {
  const { owner, url, account, email, role } = parts;
  const invitation = await owner.post(`/accounts/${account}/invitations`, { email, role }, 201);
  const body = { email, password: EXAMPLE_PASSWORD, invitation_token: invitation.string('token') };
  const session = await new Actor(url, null).post('/auth/signup', body, 201);
  return { actor: new Actor(url, session.string('access_token')), userId: session.string('user.id') };
}

/** Adds a domain to an account, and publishes its record. @returns it */
export async function provenDomain(owner: Actor, account: string, dns: TestDnsServer): Promise<string> {
  const domain = 'example.org';
  const added = await owner.post(`/accounts/${account}/sso/domains`, { domain }, 201);
  dns.records.set(added.string('record.name'), [added.string('record.value')]);
  return domain;
}

/** The environment that is merged in the examples. */
export const BRANCH = 'spring-issue';

/** Makes the clone that is merged, with one more author. @returns the id of the author */
export async function makeBranch(owner: Actor, space: string): Promise<string> {
  await owner.post(`${space}/environments/master/clone`, { name: BRANCH }, 201);
  await untilCloned(owner, space, BRANCH);
  const author = { content_type_id: 'author', fields: { name: 'Nadia Brook' } };
  return (await owner.put(`${space}/environments/${BRANCH}/entries/nadia-brook`, author, 201)).string('id');
}
