/** How far the records are sealed, and whether the end of their chain is as the service wrote it. */
import { Plural, Trans } from '@lingui/react/macro';
import { useQuery } from '@tanstack/react-query';
import type { ReactNode } from 'react';
import { api, bodyOf } from '../../../api/client.ts';
import { Moment } from '../../../frame/moments.tsx';
import { Alert, Text } from '../../../ui/index.ts';

export function SealStatus({ account }: { readonly account: string }): ReactNode {
  const { data: seal } = useQuery({
    queryKey: ['audit', account, 'seal'],
    queryFn: () => {
      const params = { path: { account_id: account } };
      return bodyOf(api.GET('/accounts/{account_id}/audit/seal', { params }));
    },
  });
  if (seal === undefined) return null;
  if (!seal.whole) return <Broken />;
  return (
    <Text size="sm" c="dimmed" role="status">
      <Plural value={seal.records} one="# record is sealed" other="# records are sealed" />
      {seal.sealed_at !== null && (
        <>
          {', '}
          <Trans>
            the last one <Moment at={seal.sealed_at} inSentence />
          </Trans>
        </>
      )}
      {'. '}
      <Trans>The end of the chain is whole.</Trans>
    </Text>
  );
}

function Broken(): ReactNode {
  return (
    <Alert color="red" variant="light" role="alert">
      <Trans>
        The end of the chain of records is not as Lectern wrote it: somebody has changed the database. Ask whoever runs
        this installation to run lectern audit verify, which says what was changed.
      </Trans>
    </Alert>
  );
}
