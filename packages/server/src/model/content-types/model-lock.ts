/** The lock of a model that is kept in code: nobody changes it but keys that push it, by whatever route. */
import type { Reader, Writer } from '../../platform/database/database.ts';
import { DomainError } from '../../platform/errors/domain-error.ts';
import type { Actor } from '../../platform/journal/actor.ts';
import type { Environment } from '../spaces/environment.ts';
import { modelLock } from '../spaces/environment-rows.ts';

/** Environments whose lock a write has looked at. */
const lookedAt = () => new Set<number>();

/** @throws `model_locked` if the actor may not change the model of the environment */
export async function requireUnlocked({
  writer,
  actor,
  environment,
}: {
  readonly writer: Writer;
  readonly actor: Actor;
  readonly environment: Environment;
}): Promise<void> {
  const known = writer.memory(lookedAt);
  if (known.has(environment.number)) return;
  await rejectLocked(writer, actor, environment);
  known.add(environment.number);
}

/**
 * The same before several writes, the first of which would else be done although a later one is refused.
 * @throws `model_locked`
 */
export async function rejectLocked(db: Reader, actor: Actor, environment: Environment): Promise<void> {
  const locked = await lockFor(db, actor, environment);
  if (locked !== null) throw locked;
}

/** Why the actor may not change the model of the environment; null if the lock does not keep them from it. */
export async function lockFor(db: Reader, actor: Actor, { number }: Environment): Promise<DomainError | null> {
  const by = actor.permits('model.push') ? null : await modelLock(db, number);
  return by === null ? null : modelLocked(by);
}

function modelLocked(by: string): DomainError {
  const message = `Change the content types where they are kept, at ${by}, and push them with a key that may (writes: "model").`;
  return new DomainError('model_locked', message, { model_locked: { by } });
}
