/** The refusal of what a key may not do that only proposes changes: the guard refuses most of it, and change sets the rest. */
import { DomainError } from './domain-error.ts';

/** @param permission what the request needs; undefined where it needs none */
export function mayOnlyPropose(permission = 'entry.update'): DomainError {
  const message =
    'Write into a change set onto drafts, named by change_set, or use another key; this one only proposes changes (writes: "proposal").';
  return new DomainError('insufficient_permission', message, { permission });
}
