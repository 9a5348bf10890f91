/**
 * Identity on a real database with real spaces, and a clock that a test can move. Each suite closes what it opened.
 */
import assert from 'node:assert/strict';
import { randomBytes } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync } from 'node:fs';
import { after, before } from 'node:test';
import type { ErrorCode } from '../../../contract/src/errors.ts';
import { describeEachEngine, type TestEngine } from '../../../testing/src/engines.ts';
import { freshEmail, PASSWORD } from '../../../testing/src/given.ts';
import { LEAST_PASSWORD_COST } from '../../../testing/src/password-cost.ts';
import { removeFolder, temporaryFolder } from '../../../testing/src/temporary-folder.ts';
import { assemble } from '../../../testing/src/workbench.ts';
import type { EnvironmentChanges } from '../../src/branches/environments/environment-changes.ts';
import { eraseDetailsOfAccount, eraseDetailsOfUser } from '../../src/events/audit/erasure.ts';
import type { Person } from '../../src/identity/actors/actors.ts';
import { asPerson } from '../../src/identity/actors/actors.ts';
import type { SessionTokens } from '../../src/identity/auth/sessions/schema.ts';
import type { SignUpMode } from '../../src/identity/auth/users/sign-up.ts';
import { createIdentity, type Identity, type IdentityParts } from '../../src/identity/identity.ts';
import type { Environments } from '../../src/model/spaces/environments.ts';
import type { Spaces } from '../../src/model/spaces/spaces.ts';
import { openDatabase } from '../../src/platform/database/connect.ts';
import type { Database } from '../../src/platform/database/database.ts';
import { DomainError } from '../../src/platform/errors/domain-error.ts';
import type { Actor, RequestOrigin } from '../../src/platform/journal/actor.ts';
import { AddressRule } from '../../src/platform/outgoing/address-rule.ts';
import { FileMailer } from '../../src/platform/outgoing/mail/file-mailer.ts';
import { Outbox } from '../../src/platform/outgoing/mail/outbox.ts';
import { MailSending } from '../../src/platform/outgoing/mail/sending.ts';
import { OutgoingFetch } from '../../src/platform/outgoing/outgoing-fetch.ts';

export const SECRET = 'a secret of the identity tests, long enough';

/** One node of an installation: two nodes share the database and nothing else. */
export interface Node {
  readonly database: Database;
  /** Sends mails into the folder of the stage. */
  readonly mailSending: MailSending;
  readonly identity: Identity;
  readonly spaces: Spaces;
  readonly environments: Environments;
  readonly environmentChanges: EnvironmentChanges;
}

export interface IdentityStage extends Node {
  /** The time all nodes see, in milliseconds since the epoch. */
  now: number;
  /** A second node. */
  readonly other: Node;
  /** A node with that sign-up mode. */
  node(mode: SignUpMode, options?: { readonly verifiesEmail?: boolean }): Promise<Node>;
  /** Sends what is in the outbox, and gives the texts of all mails sent so far. */
  mails(): Promise<string[]>;
  /** The actions in the journal, oldest first. */
  actions(): Promise<{ action: string; target_id: string; changes: string | null }[]>;
}

type Hashing = Pick<IdentityParts, 'passwordCost'>;

/** Defines a suite over a fresh installation on each engine. @param hashing what passwords cost; without a cost, what they do outside of tests */
export function onEachInstallation(
  title: string,
  define: (stage: IdentityStage) => void,
  hashing: Hashing = { passwordCost: LEAST_PASSWORD_COST },
): void {
  describeEachEngine(title, (engine) => {
    const stage = { now: Date.now() } as { -readonly [Key in keyof IdentityStage]: IdentityStage[Key] };
    const opened: Node[] = [];
    const folder = temporaryFolder('mail');
    const open = async (mode: SignUpMode, { verifiesEmail = false } = {}) => {
      const node = await openNode(engine, { mode, verifiesEmail, folder, ...hashing, clock: () => stage.now });
      opened.push(node);
      return node;
    };
    before(async () => {
      const [first, other] = [await open('open'), await open('open')];
      Object.assign(stage, {
        ...first,
        other,
        node: open,
        mails: () => mailsIn(first, folder),
        actions: () => actionsIn(first.database),
      });
    });
    after(async () => {
      for (const { database } of opened.splice(0)) await database.close();
      removeFolder(folder);
    });
    define(stage);
  });
}

async function openNode(
  engine: TestEngine,
  options: { mode: SignUpMode; verifiesEmail: boolean; folder: string; clock: () => number } & Hashing,
): Promise<Node> {
  const { clock } = options;
  const database = await openDatabase(engine.databaseConfig());
  const { journal, digests, spaces, environments, environmentChanges } = assemble({ database, secret: SECRET, clock });
  const erasure = { database, journal, digests };
  const outbox = new Outbox({ secret: SECRET, clock });
  const identity = createIdentity({
    database,
    journal,
    clock,
    steadyClock: clock,
    secret: SECRET,
    signup: options.mode,
    outbox,
    publicUrl: null,
    address: { url: 'https://content.example.com' },
    passwordCost: options.passwordCost,
    verifiesEmail: options.verifiesEmail,
    providers: new OutgoingFetch({ rule: new AddressRule([]) }),
    studio: true,
    spaces: {
      find: (actor, spaceId) => spaces.find(actor, spaceId),
      environments: (actor, spaceId) => environments.names(actor, spaceId),
      list: (actor) => spaces.list(actor),
      delete: (actor, spaceId) => spaces.delete(actor, spaceId),
    },
    endPayments: async () => {},
    audit: {
      ofAccount: async (id) => void (await eraseDetailsOfAccount(erasure, id, { by: 'deletion' })),
      ofUser: async (id) => void (await eraseDetailsOfUser(erasure, id, { by: 'deletion' })),
    },
  });
  const onProblem = (error: unknown) => {
    throw error;
  };
  const mailer = new FileMailer({ folder: options.folder });
  const mailSending = new MailSending({ database, clock, outbox, mailer, onProblem });
  return { database, mailSending, identity, spaces, environments, environmentChanges };
}

async function mailsIn({ mailSending }: Node, folder: string): Promise<string[]> {
  await mailSending.run(new AbortController().signal);
  mkdirSync(folder, { recursive: true });
  return readdirSync(folder)
    .sort()
    .map((name) => readFileSync(`${folder}/${name}`, 'utf8'));
}

async function actionsIn(database: Database) {
  return database.reader.selectFrom('journal').select(['action', 'target_id', 'changes']).orderBy('id').execute();
}

/** A request from a network address that was never used before, or from the given one. */
export function from(ip = `10.${randomBytes(3).join('.')}`): RequestOrigin {
  return { requestId: 'req_test', ip, userAgent: 'test' };
}

/** A person who signed up, with their credentials. */
export interface SignedUp {
  readonly email: string;
  readonly tokens: SessionTokens;
  readonly person: Person;
}

export async function signUp({ identity }: Node, origin = from()): Promise<SignedUp> {
  const email = freshEmail();
  const tokens = await identity.signUp.signUp({ email, password: PASSWORD, name: 'Ada' }, origin);
  const person = asPerson(
    await identity.authentication.management(tokens.access_token, origin, 'self'),
    'account.read',
  );
  return { email, tokens, person };
}

/** The same for a person who has verified the address by mail, and logged in again. */
export async function signUpProven(stage: IdentityStage): Promise<SignedUp> {
  const { email, person } = await signUp(stage);
  await stage.identity.verification.resend(person);
  await stage.identity.verification.verify(await mailedTo(stage, email, 'cms_chl_'), from());
  const origin = from();
  const tokens = await stage.identity.logIn.logIn({ email, password: PASSWORD }, origin);
  const actor = await stage.identity.authentication.management(tokens.access_token, origin, 'self');
  return { email, tokens, person: asPerson(actor, 'account.read') };
}

/** The latest token with that prefix in a mail to an address. */
export async function mailedTo(stage: IdentityStage, email: string, prefix: string): Promise<string> {
  const mail = (await stage.mails()).findLast((text) => text.includes(`To: ${email}`) && text.includes(prefix)) ?? '';
  return new RegExp(`${prefix}\\w+`).exec(mail)?.[0] ?? '';
}

/** A space with an environment beside `master`. */
export async function makeSpace({ spaces, environmentChanges }: Node, actor: Actor): Promise<string> {
  const space = await spaces.create(actor, { name: 'Test' });
  await environmentChanges.create(actor, space.id, { name: 'preview' });
  return space.id;
}

/** Fails unless the promise is rejected with that code; returns the error. */
export async function refused(promise: Promise<unknown>, code: ErrorCode): Promise<DomainError> {
  const outcome = await promise.then(
    () => 'nothing was refused',
    (error: unknown) => error,
  );
  assert.ok(outcome instanceof DomainError, String(outcome));
  assert.equal(outcome.code, code, outcome.message);
  return outcome;
}
