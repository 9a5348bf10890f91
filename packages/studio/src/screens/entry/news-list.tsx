/** What was changed in an entry elsewhere since the person was shown it: each value as it was and as it is. */
import { Trans } from '@lingui/react/macro';
import { useSuspenseQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { meQuery } from '../../api/queries.ts';
import type { ContentType } from '../../api/types.ts';
import type { Draft } from '../../drafts/types.ts';
import { Compared } from '../../fields/compared.tsx';
import { nameOfValue } from '../../fields/name-of-value.ts';
import { useDraft } from '../../fields/open-entry.tsx';
import { Alert, Stack, Text } from '../../ui/index.ts';

interface NewsListProperties {
  readonly draft: Draft;
  readonly type: ContentType | undefined;
  /** The title of the entry, where it is not the one that is open. */
  readonly name?: string | null;
}

/** Nothing where there is no news. */
export function NewsList({ draft, type, name = null }: NewsListProperties): ReactNode {
  const news = useDraft(draft, (now) => now.news);
  const { user } = useSuspenseQuery(meQuery).data;
  const isOwn = useDraft(draft, (now) => now.entry?.updated_by === user.id);
  if (news.length === 0) return null;
  return (
    <Alert color="orange" variant="light" role="alert" title={<Title name={name} isOwn={isOwn} />}>
      <Stack gap="xs">
        {news.map(({ field: id, locale, before, now }) => {
          const field = type?.fields.find((one) => one.id === id);
          return (
            <div key={`${id} ${locale}`}>
              <Text size="sm" fw={600}>
                {field === undefined ? `${id} · ${locale}` : nameOfValue(field, locale)}
              </Text>
              {field !== undefined && <Compared field={field} before={before} after={now} />}
            </div>
          );
        })}
      </Stack>
    </Alert>
  );
}

interface TitleProperties {
  readonly name: string | null;
  /** Whether the person did it, in another tab or by undoing a release. */
  readonly isOwn: boolean;
}

function Title({ name, isOwn }: TitleProperties): ReactNode {
  if (name === null)
    return isOwn ? (
      <Trans>This entry has changed since you opened it</Trans>
    ) : (
      <Trans>Someone else changed this entry since you opened it</Trans>
    );
  return isOwn ? (
    <Trans>“{name}” has changed since you opened it</Trans>
  ) : (
    <Trans>Someone else changed “{name}” since you opened it</Trans>
  );
}
