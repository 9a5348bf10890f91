/** What values of two environments are shown with: the content types of both, and links as the one has them that changes come from. */
import { usePrefetchInfiniteQuery, useSuspenseQueries, useSuspenseQuery } from '@tanstack/react-query';
import { useNavigate, useRouter } from '@tanstack/react-router';
import { createContext, type ReactNode, use, useMemo } from 'react';
import { contentTypesQuery, localesQuery } from '../../../../api/queries.ts';
import type { ContentType, Locale } from '../../../../api/types.ts';
import { keyOf, type LinkValue } from '../../../../fields/links/link-value.ts';
import { SurroundingsProvider } from '../../../../fields/surroundings.tsx';
import { comparisonQuery, type Pair } from './use-comparison.ts';

/** The two environments, and what is known of their models. */
export interface PairModel extends Pair {
  /** Of both; those of `from` first. */
  readonly types: readonly ContentType[];
  readonly locales: readonly Locale[];
}

const Context = createContext<PairModel | null>(null);

interface PairSurroundingsProperties {
  readonly pair: Pair;
  readonly children: ReactNode;
}

export function PairSurroundings({ pair, children }: PairSurroundingsProperties): ReactNode {
  const { space, from, to } = pair;
  // What stands inside waits for the models alone.
  usePrefetchInfiniteQuery(comparisonQuery(pair));
  const [theirs, ours] = useSuspenseQueries({
    queries: [contentTypesQuery({ space, environment: from }), contentTypesQuery({ space, environment: to })],
  });
  const locales = useSuspenseQuery(localesQuery(space)).data;
  const navigate = useNavigate();
  const router = useRouter();
  const model = useMemo(
    () => ({ space, from, to, types: withBoth(theirs.data, ours.data), locales }),
    [space, from, to, theirs.data, ours.data, locales],
  );
  const surroundings = useMemo(() => {
    const entryAt = (id: string) =>
      ({
        to: '/spaces/$space/$environment/content/$key',
        params: { space, environment: from, key: keyOf(id) },
      }) as const;
    const mediaAt = (asset: string) =>
      ({ to: '/spaces/$space/$environment/media', params: { space, environment: from }, search: { asset } }) as const;
    const hrefOf = (place: ReturnType<typeof entryAt> | ReturnType<typeof mediaAt>) =>
      router.history.createHref(router.buildLocation(place).publicHref);
    return {
      place: { space, environment: from },
      types: model.types,
      locales,
      expectEntry: () => undefined,
      addressOf: ({ type, id }: LinkValue) => hrefOf(type === 'entry' ? entryAt(id) : mediaAt(id)),
      openEntry: ({ id }: LinkValue) => void navigate(entryAt(id)),
      // Nothing is written where environments are compared.
      createEntry: async () => null,
    };
  }, [space, from, model.types, locales, navigate, router]);
  return (
    <Context value={model}>
      <SurroundingsProvider value={surroundings}>{children}</SurroundingsProvider>
    </Context>
  );
}

export function usePairModel(): PairModel {
  const model = use(Context);
  if (model === null) throw new Error('What two environments differ in stands inside of <PairSurroundings>.');
  return model;
}

/** Types of both environments, each with the fields of both: what one of them removed still has its name. */
function withBoth(theirs: readonly ContentType[], ours: readonly ContentType[]): readonly ContentType[] {
  const others = new Map(ours.map((type) => [type.api_id, type]));
  const both = theirs.map((type) => {
    const known = new Set(type.fields.map(({ id }) => id));
    const gone = others.get(type.api_id)?.fields.filter(({ id }) => !known.has(id)) ?? [];
    return gone.length === 0 ? type : { ...type, fields: [...type.fields, ...gone] };
  });
  const known = new Set(theirs.map((type) => type.api_id));
  return [...both, ...ours.filter((type) => !known.has(type.api_id))];
}
