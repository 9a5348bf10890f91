/** One request: what was asked, by which key, and what to do about its refusal. */
import { Trans, useLingui } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { type Page, readPage } from '../../../api/pages.ts';
import type { RecentRequest } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { OpenedDrawer } from '../../../frame/opened-drawer.tsx';
import { useNames } from '../../../frame/people.ts';
import { stringifySearch } from '../../../frame/search-params.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { Code, LinkAnchor, Stack, Text } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';
import { OPENED } from '../list/opened.ts';
import { useKeyKindWords } from '../page/key-kinds.ts';
import { useCodeAdvice } from './code-advice.ts';

/** As many as one page may have. */
const REQUESTS_A_PAGE = 1_000;

interface RequestDrawerProperties {
  readonly id: string;
  /** The request, where the list has it. */
  readonly listed: RecentRequest | undefined;
  readonly onClose: () => void;
}

export function RequestDrawer({ id, listed, onClose }: RequestDrawerProperties): ReactNode {
  const { t } = useLingui();
  const { space } = usePlace();
  const read = useQuery<RecentRequest | null>({
    queryKey: [space, 'requests', 'one', id],
    queryFn: () => readOne(space, id),
    initialData: () => listed,
    staleTime: Number.POSITIVE_INFINITY,
  });
  const title = read.data ? `${read.data.status} ${read.data.method}` : t`Request`;
  const gone = t`This request is no longer among the latest ones.`;
  return (
    <OpenedDrawer read={read} title={title} gone={gone} onClose={onClose}>
      {(request) => (request === null ? <Text role="status">{gone}</Text> : <Details request={request} />)}
    </OpenedDrawer>
  );
}

/** One of the requests that are kept, which the API lists alone; null where it is not kept any more. */
async function readOne(space: string, id: string): Promise<RecentRequest | null> {
  let next: string | null = `/spaces/${space}/requests${stringifySearch({ limit: REQUESTS_A_PAGE })}`;
  while (next !== null) {
    const page: Page<RecentRequest> = await readPage(next);
    const found = page.items.find((request) => request.id === id);
    if (found !== undefined) return found;
    next = page.next;
  }
  return null;
}

function Details({ request }: { readonly request: RecentRequest }): ReactNode {
  const { t } = useLingui();
  const { at, path, status, code, message, plane, duration_ms: ms, request_id: id } = request;
  const advice = useCodeAdvice()(code);
  const kinds = useKeyKindWords();
  const facts: readonly (readonly [string, ReactNode])[] = [
    [t`When`, <Moment key="at" at={at} />],
    [t`Status`, [status, code].filter((part) => part !== null).join(' · ')],
    [t`Kind`, kinds[plane]],
    [t`Key`, <Caller key="key" request={request} />],
    [t`Milliseconds`, ms],
    [t`Request`, <Code key="id">{id}</Code>],
  ];
  return (
    <Stack>
      <Code
        block
        tabIndex={0}
        aria-label={t`Address`}
        dir="ltr"
        style={{ overflowWrap: 'anywhere', whiteSpace: 'pre-wrap' }}
      >
        {path}
      </Code>
      {message !== null && (
        <Stack gap={4}>
          <Text fw={600}>
            <Trans>Why it was refused</Trans>
          </Text>
          <Text size="sm" lang="en">
            {message}
          </Text>
        </Stack>
      )}
      {advice !== null && (
        <Stack gap={4}>
          <Text fw={600}>
            <Trans>What to do</Trans>
          </Text>
          <Text size="sm">{advice}</Text>
        </Stack>
      )}
      <FactTable facts={facts} />
    </Stack>
  );
}

/** Who asked: the key, which leads to the list of keys, or a person. */
function Caller({ request: { key, user_id: user } }: { readonly request: RecentRequest }): ReactNode {
  const place = usePlace();
  const nameOf = useNames();
  if (key === null) return nameOf(user ?? '');
  return (
    <>
      <LinkAnchor
        to="/spaces/$space/$environment/settings/keys"
        params={place}
        search={{ [OPENED]: key.id } as never}
        size="sm"
      >
        {key.name ?? <Trans>A key that was deleted</Trans>}
      </LinkAnchor>{' '}
      <Code>{key.token}</Code>
    </>
  );
}
