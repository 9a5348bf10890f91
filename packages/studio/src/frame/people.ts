/** The names behind `created_by` and `updated_by`. */
import { useLingui } from '@lingui/react/macro';
import { useQuery, useSuspenseQuery } from '@tanstack/react-query';
import { useMemo } from 'react';
import { membersQuery, meQuery } from '../api/queries.ts';

/** Gives the name of whoever an id stands for: a member's, "API key", or that they are gone. */
export function useNames(): (id: string) => string {
  const { t } = useLingui();
  const { account } = useSuspenseQuery(meQuery).data;
  const members = useQuery(membersQuery(account.id)).data;
  return useMemo(() => {
    const names = new Map(members?.map(({ user_id: id, name, email }) => [id, shownName({ name, email })]));
    return (id) => names.get(id) ?? (id.startsWith('key_') ? t`API key` : t`Former member`);
  }, [members, t]);
}

/** How a person is called on the screen: by their name, else by their address. */
export function shownName({ name, email }: { readonly name: string; readonly email: string }): string {
  return name === '' ? email : name;
}
