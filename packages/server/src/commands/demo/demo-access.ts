/**
 * The account, space and tokens of the demo. They are stored in its data folder, so that a second start finds what the
 * first one created; a token that no longer works is replaced.
 */
import { randomBytes } from 'node:crypto';
import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ServiceClient, ServiceError } from '../service-client.ts';

const FILE_NAME = 'demo-access.json';
/** Only the owner of the folder can read it: it contains a password. */
const FILE_MODE = 0o600;
const SPACE_NAME = 'Saltmarsh';

const keyKinds = ['delivery', 'preview', 'management'] as const;
type KeyKind = (typeof keyKinds)[number];

/** The access data of the demo. */
export interface DemoAccess {
  readonly email: string;
  readonly password: string;
  /** Id of the space. */
  readonly space: string;
  readonly tokens: Readonly<Record<KeyKind, string>>;
}

/**
 * Logs in, or signs up at the first start, and makes sure that there is a space and a working token of each kind.
 * @param url the address of the service
 * @param folder its data folder
 * @returns the access data, and the access token of a session
 */
export async function openDemo(url: string, folder: string): Promise<{ access: DemoAccess; session: string }> {
  const kept = await readKept(folder);
  const account = await logIn(url, kept);
  const client = new ServiceClient({ url, token: account.token });
  const space = await findSpace(client, kept?.space);
  const tokens = kept !== null && kept.space === space ? kept.tokens : {};
  const access = {
    email: account.email,
    password: account.password,
    space,
    tokens: await findTokens(url, client, space, tokens),
  };
  await writeFile(join(folder, FILE_NAME), `${JSON.stringify(access, null, 2)}\n`, { mode: FILE_MODE });
  return { access, session: account.token };
}

type Kept = Omit<DemoAccess, 'tokens'> & { readonly tokens: Partial<Record<KeyKind, string>> };

async function readKept(folder: string): Promise<Kept | null> {
  try {
    return JSON.parse(await readFile(join(folder, FILE_NAME), 'utf8'));
  } catch {
    // Missing or damaged: everything is created again.
    return null;
  }
}

async function logIn(url: string, kept: Kept | null): Promise<{ email: string; password: string; token: string }> {
  const client = new ServiceClient({ url, token: null });
  if (kept !== null) {
    const { email, password } = kept;
    const session = await unlessRefused(
      client.send({ method: 'POST', path: '/auth/login', json: { email, password } }),
    );
    if (session !== null) return { email, password, token: tokenOf(session) };
  }
  const email = `demo-${randomBytes(4).toString('hex')}@lectern.example`;
  const password = randomBytes(18).toString('base64url');
  const json = { email, password, name: 'Demo', account_name: 'Demo' };
  return { email, password, token: tokenOf(await client.send({ method: 'POST', path: '/auth/signup', json })) };
}

async function findSpace(client: ServiceClient, kept: string | undefined): Promise<string> {
  if (kept !== undefined) {
    const space = await unlessRefused(client.send({ method: 'GET', path: `/spaces/${kept}` }));
    if (space !== null) return kept;
  }
  const made = await client.send({
    method: 'POST',
    path: '/spaces',
    json: { name: SPACE_NAME, default_locale: 'en-US' },
  });
  return (made as { id: string }).id;
}

async function findTokens(
  url: string,
  client: ServiceClient,
  space: string,
  kept: Kept['tokens'],
): Promise<DemoAccess['tokens']> {
  const found: [KeyKind, string][] = [];
  for (const kind of keyKinds) {
    const token = kept[kind];
    const works = token !== undefined && (await isWorking(url, kind, token));
    found.push([kind, works ? token : await makeKey(client, space, kind)]);
  }
  return Object.fromEntries(found) as Record<KeyKind, string>;
}

async function isWorking(url: string, kind: KeyKind, token: string): Promise<boolean> {
  const path = kind === 'management' ? '/auth/me' : '/delivery/token-info';
  return (await unlessRefused(new ServiceClient({ url, token }).send({ method: 'GET', path }))) !== null;
}

async function makeKey(client: ServiceClient, space: string, kind: KeyKind): Promise<string> {
  const key = await client.send({
    method: 'POST',
    path: `/spaces/${space}/api-keys`,
    json: { name: `Demo ${kind}`, kind },
  });
  return (key as { token: string }).token;
}

/** The response to a request; null if the service rejects it. */
async function unlessRefused(response: Promise<unknown>): Promise<unknown> {
  try {
    return await response;
  } catch (error) {
    if (error instanceof ServiceError && error.status !== null && error.status < 500) return null;
    throw error;
  }
}

function tokenOf(session: unknown): string {
  return (session as { access_token: string }).access_token;
}
