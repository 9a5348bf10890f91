/** What values of a release are shown with: links as those of its environment. Nothing is written here. */
import { useNavigate, useRouter } from '@tanstack/react-router';
import { type ReactNode, useMemo } from 'react';
import { keyOf, type LinkValue } from '../../fields/links/link-value.ts';
import { SurroundingsProvider } from '../../fields/surroundings.tsx';
import { useLocales, useModel, usePlace } from '../../frame/use-place.ts';

export function ReleaseSurroundings({ children }: { readonly children: ReactNode }): ReactNode {
  const { space, environment } = usePlace();
  const types = useModel();
  const locales = useLocales();
  const navigate = useNavigate();
  const router = useRouter();
  const surroundings = useMemo(() => {
    const entryAt = (id: string) =>
      ({ to: '/spaces/$space/$environment/content/$key', params: { space, environment, key: keyOf(id) } }) as const;
    const mediaAt = (asset: string) =>
      ({ to: '/spaces/$space/$environment/media', params: { space, environment }, search: { asset } }) as const;
    const hrefOf = (place: ReturnType<typeof entryAt> | ReturnType<typeof mediaAt>) =>
      router.history.createHref(router.buildLocation(place).publicHref);
    return {
      place: { space, environment },
      types,
      locales,
      expectEntry: () => undefined,
      addressOf: ({ type, id }: LinkValue) => hrefOf(type === 'entry' ? entryAt(id) : mediaAt(id)),
      openEntry: ({ id }: LinkValue) => void navigate(entryAt(id)),
      createEntry: async () => null,
    };
  }, [space, environment, types, locales, navigate, router]);
  return <SurroundingsProvider value={surroundings}>{children}</SurroundingsProvider>;
}
