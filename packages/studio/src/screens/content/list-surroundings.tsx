/** What cells and filters of the fields' own types know of the list that they stand in. */
import { useNavigate } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import type { LinkValue } from '../../fields/links/link-value.ts';
import { SurroundingsProvider } from '../../fields/surroundings.tsx';
import { useEntryAddress } from '../../frame/use-entry-address.ts';
import { useLocales, useModel, usePlace, useRelease } from '../../frame/use-place.ts';

export function ListSurroundings({ children }: { readonly children: ReactNode }): ReactNode {
  const { space, environment } = usePlace();
  const release = useRelease();
  const types = useModel();
  const locales = useLocales();
  const navigate = useNavigate();
  const addressOfKey = useEntryAddress();
  const value = useMemo(
    () => ({
      place: { space, environment, release },
      types,
      locales,
      expectEntry: () => undefined,
      addressOf: ({ id: key }: LinkValue) => addressOfKey(key),
      openEntry: ({ id: key }: LinkValue) =>
        void navigate({ to: '/spaces/$space/$environment/content/$key', params: { space, environment, key } }),
      // Nothing is written from within a list.
      createEntry: async () => null,
    }),
    [space, environment, release, types, locales, navigate, addressOfKey],
  );
  return <SurroundingsProvider value={value}>{children}</SurroundingsProvider>;
}
