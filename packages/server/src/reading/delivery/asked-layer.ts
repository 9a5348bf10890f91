/**
 * What a request reads the environment through: a moment, or change sets that lie over it. Keys choose with each request; a preview
 * token has chosen for all that are sent with it, so that it opens nothing else.
 */
import { DomainError, notFound } from '../../platform/errors/domain-error.ts';
import { type AsOf, asOfIn, momentOf, notOf } from '../query-string/as-of.ts';
import { changeSetsIn } from '../query-string/change-sets.ts';
import type { ReadingKey } from './reading-key.ts';

/** At most one of the two. */
export interface AskedLayer {
  readonly asOf: AsOf | undefined;
  /** Ids of change sets, in the order in which they lie over each other. */
  readonly sets: readonly string[] | undefined;
}

const NOTHING: AskedLayer = { asOf: undefined, sets: undefined };

/**
 * What a request asks for, or its token shows. Only who previews may name change sets.
 * @throws `validation_failed` for what cannot be read; `not_found` for a set, and `insufficient_permission` for a moment, that a preview
 * token does not show
 */
export function layerOf({ kind, view }: Pick<ReadingKey, 'kind' | 'view'>, search: string): AskedLayer {
  const asOf = asOfIn(search);
  const sets = kind === 'preview' ? changeSetsIn(search) : undefined;
  if (view !== undefined) return layerOfToken(view, { asOf, sets });
  if (asOf === undefined && sets === undefined) return NOTHING;
  if (asOf !== undefined && sets !== undefined) throw notBoth();
  return { asOf, sets };
}

/** Says that a request can be at one moment or through sets, not both. */
export function notBoth(): DomainError {
  return notOf('Give either as_of or change_set; what is scheduled up to a time is in as_of.');
}

/** What a token shows; a request may name that again, and nothing else. */
function layerOfToken({ changeSet, asOf }: NonNullable<ReadingKey['view']>, asked: AskedLayer): AskedLayer {
  const shown: AskedLayer = {
    asOf: asOf === null ? undefined : momentOf(asOf),
    sets: changeSet === null ? undefined : [changeSet],
  };
  if (asked.sets?.some((id) => id !== changeSet)) throw notFound('change_set');
  if (asked.asOf !== undefined && JSON.stringify(asked.asOf) !== JSON.stringify(shown.asOf)) throw otherMoment();
  return shown;
}

function otherMoment(): DomainError {
  const message = 'Leave as_of out, or use a preview key; this preview token shows one state alone.';
  return new DomainError('insufficient_permission', message, { permission: 'history' });
}
