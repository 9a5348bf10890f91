/** One request: what was asked, by which key, and what to do about its refusal. */
import { Trans, useLingui } from '@lingui/react/macro';
import type { ReactNode } from 'react';
import type { RecentRequest } from '../../../api/types.ts';
import { Moment } from '../../../frame/moments.tsx';
import { useNames } from '../../../frame/people.ts';
import { usePlace } from '../../../frame/use-place.ts';
import { Code, Drawer, LinkAnchor, Stack, Text } from '../../../ui/index.ts';
import { FactTable } from '../list/fact-table.tsx';
import { useKeyKindWords } from '../page/key-kinds.ts';
import { useCodeAdvice } from './code-advice.ts';

interface RequestDrawerProperties {
  readonly request: RecentRequest;
  readonly onClose: () => void;
}

export function RequestDrawer({ request, onClose }: RequestDrawerProperties): ReactNode {
  const { t } = useLingui();
  const { at, method, path, status, code, message, plane, duration_ms: ms, request_id: id } = request;
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
    <Drawer opened onClose={onClose} position="right" size="lg" title={`${status} ${method}`}>
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
    </Drawer>
  );
}

/** Who asked: the key, which leads to the list of keys, or a person. */
function Caller({ request: { key, user_id: user } }: { readonly request: RecentRequest }): ReactNode {
  const place = usePlace();
  const nameOf = useNames();
  if (key === null) return nameOf(user ?? '');
  return (
    <>
      <LinkAnchor to="/spaces/$space/$environment/settings/keys" params={place} size="sm">
        {key.name ?? <Trans>A key that was deleted</Trans>}
      </LinkAnchor>{' '}
      <Code>{key.token}</Code>
    </>
  );
}
