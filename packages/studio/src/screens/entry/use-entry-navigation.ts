/** Moves within the entry screen: what it shows stands in its address. */
import { useNavigate } from '@tanstack/react-router';
import { useMemo } from 'react';
import { lastList } from '../../frame/last-list.ts';
import { usePlace } from '../../frame/use-place.ts';
import type { EntrySearch } from './entry-search.ts';

/** Changes of the search; undefined removes a part of it. */
export type SearchChange = { readonly [Name in keyof EntrySearch]?: EntrySearch[Name] | undefined };

export interface EntryNavigation {
  /** Shows something else beside the same entry. */
  show(change: SearchChange): void;
  /** Gives a new entry the address that it will have, in the place of that of a new one. */
  settle(key: string): void;
  toEntry(key: string): void;
  toList(): void;
}

export function useEntryNavigation(): EntryNavigation {
  const navigate = useNavigate();
  const { space, environment } = usePlace();
  return useMemo(() => {
    const to = '/spaces/$space/$environment/content/$key';
    const params = (key: string) => ({ space, environment, key });
    return {
      show: (change) => void navigate({ from: to, to, search: (now) => merged(now, change), resetScroll: false }),
      settle: (key) =>
        void navigate({
          from: to,
          to,
          params: params(key),
          search: (now) => merged(now, { type: undefined }),
          replace: true,
          // The person is writing, perhaps far below, or about to press something.
          resetScroll: false,
        }),
      toEntry: (key) => void navigate({ to, params: params(key) }),
      toList: () => {
        const place = { space, environment };
        const search = lastList(place);
        void navigate({ to: '/spaces/$space/$environment/content', params: place, search });
      },
    };
  }, [navigate, space, environment]);
}

function merged(now: EntrySearch, change: SearchChange): EntrySearch {
  const all = Object.entries({ ...now, ...change }).filter(([, value]) => value !== undefined);
  return Object.fromEntries(all);
}
