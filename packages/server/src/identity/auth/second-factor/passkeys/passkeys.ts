/**
 * The passkeys of a user: created and deleted with the password, listed, renamed. A passkey is a second factor, and also a way to
 * log in without a password. Only its public key is stored.
 */
import type { Database } from '../../../../platform/database/database.ts';
import { checkVersion } from '../../../../platform/errors/check-version.ts';
import { DomainError, invalid, notFound } from '../../../../platform/errors/domain-error.ts';
import { isoTime } from '../../../../platform/kit/clock.ts';
import { newId } from '../../../../platform/kit/ids.ts';
import type { Person } from '../../../actors/actors.ts';
import type { ChallengeKind, Challenges } from '../../challenges/challenges.ts';
import { deviceOf } from '../../sessions/device.ts';
import type { PasskeyRow } from '../../tables.ts';
import type { Factors } from '../factors.ts';
import type { RelyingParty } from './relying-party.ts';
import type { CreationOptions, NewPasskey, Passkey, PasskeyCreated } from './schema.ts';
import { deletePasskey, findPasskey, insertPasskey, listPasskeys, lockPasskey, updatePasskey } from './store.ts';

const PASSKEYS_MAX = 25;
const REGISTRATION: ChallengeKind<{ readonly userId: string; readonly challenge: string }> = {
  purpose: 'passkey_registration',
  lifeMs: 5 * 60_000,
};

interface PasskeysParts {
  readonly database: Database;
  readonly challenges: Challenges;
  readonly factors: Factors;
  readonly relyingParty: RelyingParty;
}

export class Passkeys {
  readonly #parts: PasskeysParts;

  constructor(parts: PasskeysParts) {
    this.#parts = parts;
  }

  /** Options for the browser to make a passkey. */
  async begin(person: Person, password: string): Promise<CreationOptions> {
    const { relyingParty, challenges, database, factors } = this.#parts;
    relyingParty.requirePossible();
    const user = await factors.owner(person, password);
    const passkeys = await listPasskeys(database.reader, user.id);
    const challenge = relyingParty.newChallenge();
    return {
      challenge: await challenges.begin(REGISTRATION, { userId: user.id, challenge }),
      expires_in: REGISTRATION.lifeMs / 1_000,
      options: relyingParty.creationOptions(challenge, user, passkeys),
    };
  }

  /** Stores the passkey that the browser made. */
  async create(person: Person, { challenge, credential, name }: NewPasskey): Promise<PasskeyCreated> {
    const { challenges, factors, relyingParty } = this.#parts;
    const begun = await challenges.look(REGISTRATION, challenge);
    if (begun?.userId !== person.id) throw unknownRegistration();
    const registered = await relyingParty.registered(begun.challenge, credential);
    if (registered === undefined) throw wrongCredential();
    return factors.change(person, async (open) => {
      const { writer, change } = open;
      if ((await challenges.take(writer, REGISTRATION, challenge)) === undefined) throw unknownRegistration();
      if ((await listPasskeys(writer, person.id)).length >= PASSKEYS_MAX) throw tooMany();
      const row: PasskeyRow = {
        id: newId('psk', change.at),
        user_id: person.id,
        ...registered,
        name: name ?? deviceOf(person.origin?.userAgent ?? ''),
        version: 1,
        last_used_at: null,
        created_at: change.at,
        updated_at: change.at,
      };
      if (!(await insertPasskey(writer, row))) throw wrongCredential();
      change.record({
        action: 'passkey.create',
        target: { type: 'passkey', id: row.id },
        changes: { after: { name: row.name } },
      });
      return { ...shown(row), recovery_codes: await factors.added(open, 'passkey') };
    });
  }

  async list(person: Person): Promise<Passkey[]> {
    return (await listPasskeys(this.#parts.database.reader, person.id)).map(shown);
  }

  async get(person: Person, id: string): Promise<Passkey> {
    const row = await findPasskey(this.#parts.database.reader, person.id, id);
    if (row === undefined) throw notFound('passkey');
    return shown(row);
  }

  async rename(person: Person, id: string, requested: { name?: string }, expected?: number): Promise<Passkey> {
    return this.#parts.factors.change(person, async ({ writer, change }) => {
      const row = await lockPasskey(writer, person.id, id);
      if (row === undefined) throw notFound('passkey');
      checkVersion(expected, row.version);
      const { name = row.name } = requested;
      if (name === row.name) return shown(row);
      const next = { ...row, name, version: row.version + 1, updated_at: change.at };
      await updatePasskey(writer, id, { name, version: next.version, updated_at: change.at });
      change.record({
        action: 'passkey.update',
        target: { type: 'passkey', id },
        changes: { before: { name: row.name }, after: { name } },
      });
      return shown(next);
    });
  }

  async delete(person: Person, id: string, password: string, expected?: number): Promise<void> {
    await this.#parts.factors.owner(person, password);
    await this.#parts.factors.change(person, async (open) => {
      const { writer, change } = open;
      const row = await lockPasskey(writer, person.id, id);
      if (row === undefined) throw notFound('passkey');
      checkVersion(expected, row.version);
      await deletePasskey(writer, id);
      await this.#parts.factors.removed(open);
      change.record({
        action: 'passkey.delete',
        target: { type: 'passkey', id },
        changes: { before: { name: row.name } },
      });
    });
  }
}

function shown(row: PasskeyRow): Passkey {
  return {
    id: row.id,
    name: row.name,
    transports: JSON.parse(row.transports) as string[],
    backed_up: row.backed_up === 1,
    last_used_at: row.last_used_at === null ? null : isoTime(row.last_used_at),
    created_at: isoTime(row.created_at),
    updated_at: isoTime(row.updated_at),
    version: row.version,
  };
}

function unknownRegistration(): DomainError {
  return invalid(
    'challenge',
    'exists',
    'This challenge is unknown, used or expired; begin again with POST /auth/passkeys/options.',
  );
}

function wrongCredential(): DomainError {
  return invalid(
    'credential',
    'match',
    'This passkey was not made for this challenge, by a page of this service; make it again with new options.',
  );
}

function tooMany(): DomainError {
  return new DomainError('conflict', `You have ${PASSKEYS_MAX} passkeys, which is the maximum; delete one first.`);
}
