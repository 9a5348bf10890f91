/** What the screens of an environment know of where they are. Loaded before any of them is shown. */
import { useLingui } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import { useParams, useSearch } from '@tanstack/react-router';
import type { Permission } from '../../../contract/src/permissions.ts';
import { contentTypesQuery, localesQuery, meQuery, type Place, spacesQuery } from '../api/queries.ts';
import type { ContentType, Locale, Space } from '../api/types.ts';

/** The space and the environment that the address names. */
export function usePlace(): Place {
  const { space, environment } = useParams({ strict: false });
  if (space === undefined || environment === undefined) throw new Error('This part stands in a space alone.');
  return { space, environment };
}

/** Id of the release that the address says the person works in; undefined where they work on the drafts themselves. */
export function useRelease(): string | undefined {
  return useSearch({ strict: false }).in;
}

/** The space that the address names. @throws an error to show, where the person does not see it in the account of this session */
export function useSpace(): Space {
  const { t } = useLingui();
  const { space: id } = usePlace();
  const space = useSuspenseQuery(spacesQuery).data.find((one) => one.id === id);
  if (space === undefined) throw new Error(t`This space does not exist or has been deleted.`);
  return space;
}

/** The content types that entries are made of. */
export function useContentTypes(): readonly ContentType[] {
  return useSuspenseQuery({ ...contentTypesQuery(usePlace()), select: ofEntries }).data;
}

/** All content types, the components too. */
export function useModel(): readonly ContentType[] {
  return useSuspenseQuery(contentTypesQuery(usePlace())).data;
}

function ofEntries(types: readonly ContentType[]): readonly ContentType[] {
  return types.filter(({ kind }) => kind === 'entry');
}

export function useLocales(): readonly Locale[] {
  return useSuspenseQuery(localesQuery(usePlace().space)).data;
}

/** The locale that plain values belong to. Every space has one. */
export function useDefaultLocale(): Locale {
  const found = useLocales().find((locale) => locale.default);
  if (found === undefined) throw new Error('The space has no default locale.');
  return found;
}

/** The account of this session. */
export function useAccountId(): string {
  return useSuspenseQuery(meQuery).data.account.id;
}

/** Whether the person may do something, such as `entry.publish`, in the account of this session. */
export function usePermission(permission: Permission): boolean {
  return useSuspenseQuery(meQuery).data.permissions.includes(permission);
}
