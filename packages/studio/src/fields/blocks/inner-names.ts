/** How what stands inside of components is called, apart from how it is found, which more screens need. Pure. */
import type { ContentType, Locale } from '../../api/types.ts';
import { blockName } from './block-words.ts';
import type { InnerPlace } from './inner-place.ts';

interface Known {
  readonly types: readonly ContentType[];
  readonly locales: readonly Locale[];
}

/** Names of what is around a place, and its own. */
export function innerNames({ way }: Pick<InnerPlace, 'way'>, { types, locales }: Known): readonly string[] {
  const known = { types, locales: locales.map(({ code }) => code) };
  return way.map((step) => (typeof step === 'string' ? step : blockName(step.block, known, step.list)));
}
